import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, type DatabasePlace, openDatabase } from '#app/database/connection.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { leaseJobs } from '#app/queue/leases.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { prepareDatabase } from '#tests/support/prepared-database.ts'
import { migratedForThisTest, newPostgresDatabase } from '#tests/support/test-database.ts'
import { closeToWrites, readClosing, restateClosing } from './closing.server.ts'
import { cancelMove, moveDatabase, type MoveDeps } from './move.server.ts'
import { nameOf, placeOf } from './places.server.ts'

type Kind = Database['kind']
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const here: Kind = isPostgres ? 'postgres' : 'sqlite'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const emptyPlace = async (kind: Kind): Promise<DatabasePlace> =>
  kind === 'postgres' ? { url: await newPostgresDatabase() } : { file: join(newFolder(), 'clinic.db') }

function opened(place: DatabasePlace) {
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  return database
}

async function newSource(kind: Kind = here) {
  const place = kind === 'postgres' ? { url: await migratedForThisTest() } : await preparedFile()
  return { place, source: opened(place) }
}

async function preparedFile() {
  const folder = newFolder()
  await prepareDatabase(folder)
  return { file: join(folder, 'clinic.db') }
}

const limit = (key: string) => ({ key, window_start: 0, count: 1 })
const write = ({ transaction }: Database, key: string) =>
  transaction((tx) => tx.insertInto('limits').values(limit(key)).execute())

const examine: MoveDeps['examine'] = async () => ({ ok: true, said: [] })
const move = (from: DatabasePlace, to: DatabasePlace, more: Partial<MoveDeps> = {}) =>
  moveDatabase({ from, to, migrations, examine, ...more })

const ways: [Kind, Kind][] = isPostgres
  ? [
      ['sqlite', 'postgres'],
      ['postgres', 'sqlite'],
      ['postgres', 'postgres'],
    ]
  : [['sqlite', 'sqlite']]

test.each(ways)('every kind of value arrives as it was, from %s to %s', async (one, other) => {
  const { place, source } = await newSource(one)
  const [createdAt, expiresAt] = [new Date('2026-03-08T07:59:59.123Z'), new Date('1969-12-31T23:59:59.999Z')]
  const flag = one === 'postgres' ? true : 1
  await source.transaction(async (tx) => {
    await tx
      .insertInto('blog_pictures')
      .values({ id: 'p', media_type: 'image/png', bytes: Buffer.from([0, 255, 10, 0]) })
      .execute()
    for (const [key, start] of [['far', '9007199254740993'] as const, ['farther', '-9223372036854775808'] as const])
      await sql`insert into limits (key, window_start, count) values (${key}, cast(${start} as bigint), 0)`.execute(tx)
    await tx.insertInto('limits').values(limit('ā — 手 \u{1f9d8} \' " \\ \n\t')).execute()
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at)
      values ('a', '', 'a@example.com', ${flag}, ${createdAt.toISOString()}, ${expiresAt.toISOString()})`.execute(tx)
  })
  const to = await emptyPlace(other)
  const { tables } = await move(place, to)
  expect(tables.every(({ same }) => same)).toBe(true)
  expect(tables.find(({ table }) => table === 'limits')?.there.rows).toBe(3)

  const copy = opened(to)
  const limits = await copy.db.selectFrom('limits').select(['key', 'window_start']).execute()
  expect(new Map(limits.map((row) => [row.key, row.window_start]))).toEqual(
    new Map<string, unknown>([
      ['far', '9007199254740993'],
      ['farther', '-9223372036854775808'],
      ['ā — 手 \u{1f9d8} \' " \\ \n\t', 0],
    ]),
  )
  const { bytes } = await copy.db.selectFrom('blog_pictures').select('bytes').executeTakeFirstOrThrow()
  expect([...bytes]).toEqual([0, 255, 10, 0])
  const { rows } = await sql<{ email_verified: unknown; created_at: string; updated_at: string }>`
    select email_verified, created_at, updated_at from users`.execute(copy.db)
  expect(rows.map((row) => [Number(row.email_verified), new Date(row.created_at), new Date(row.updated_at)])).toEqual([
    [1, createdAt, expiresAt],
  ])
  await write(copy, 'after')
  await expect(write(source, 'after')).rejects.toThrow('closed to writes')
  expect(await readClosing(source.kind, source.db)).toMatchObject({ state: 'left', other: nameOf(to) })
})

test('no column counts by itself, so nothing but rows has to be moved', async () => {
  const { source } = await newSource()
  const { rows } = await (
    source.kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'sqlite_sequence'`
      : sql`select 1 from pg_class where relkind = 'S'`
  ).execute(source.db)
  expect(rows).toEqual([])
})

describe('a target is refused before anything is closed', () => {
  async function refused(to: DatabasePlace, reason: RegExp, from?: DatabasePlace) {
    const { place, source } = await newSource()
    await expect(move(from ?? place, to, { begun: () => expect.unreachable() })).rejects.toThrow(reason)
    await write(source, 'goes on')
  }

  test('that is no place', async () => {
    expect(() => placeOf('mysql://127.0.0.1/clinic')).toThrow('must be postgres://')
    expect(() => placeOf('postgres://:port')).toThrow('not the address')
    const file = join(newFolder(), 'notes.db')
    writeFileSync(file, 'no database, but long enough to look like one')
    await refused({ file }, /is not a SQLite database/)
    await refused({ file: join(file, 'clinic.db') }, /its folder is not a folder/)
    await refused(
      { url: 'postgres://clinic:s3cret@127.0.0.1:1/clinic' },
      /clinic@127.0.0.1:1\/clinic: no server answers/,
    )
  })

  test('that is the database itself', async () => {
    const { place, source } = await newSource()
    const again = 'url' in place ? { url: `${place.url}?application_name=other` } : place
    await expect(move(place, again)).rejects.toThrow('is the website’s own database')
    await write(source, 'goes on')
  })

  test('that holds something', async () => {
    const to = await emptyPlace(here)
    const there = opened(to)
    await sql`create table recipes (id text)`.execute(there.db)
    await refused(to, /is not empty \(it has recipes\)/)
    await sql`create table migrations (name text)`.execute(there.db)
    await sql`insert into migrations values ('2099-01-01-later')`.execute(there.db)
    await refused(to, /a newer version \(it has 2099-01-01-later\)/)
  })

  test("that is another clinic's copy, or was moved away", async () => {
    const other = await newSource()
    const closing = { move: 'm', lineage: 'another', other: '/elsewhere/clinic.db', since: 0 }
    const { kind, transaction } = other.source
    await transaction((tx) => closeToWrites(kind, tx, { ...closing, state: 'arriving' }))
    await refused(other.place, /is part of another move/)
    await transaction((tx) => restateClosing(tx, 'm', { ...closing, state: 'left' }))
    await refused(other.place, /was moved away/)
  })

  if (isPostgres)
    test('that lets this user in but makes no tables, or does not know the password', async () => {
      const url = new URL(await newPostgresDatabase())
      const there = opened({ url: url.href })
      const name = `reader_${url.pathname.slice(6)}`
      await sql`create user ${sql.id(name)} password 'reads'`.execute(there.db)
      await refused(
        { url: Object.assign(new URL(url), { username: name, password: 'reads' }).href },
        /this user is not allowed to create tables there/,
      )
      await refused({ url: Object.assign(new URL(url), { password: 's3cret' }).href }, /: the password is wrong\.$/)
      await refused({ url: Object.assign(new URL(url), { pathname: '/nowhere' }).href }, /no such database/)
    })
})

test('what breaks while it is copied opens the source again, and the same target takes it the next time', async () => {
  const { place, source } = await newSource()
  await write(source, 'before')
  const to = await emptyPlace(here)
  const between = async () => {
    if (await readClosing(source.kind, source.db)) throw new Error('Connection terminated unexpectedly')
  }
  await expect(move(place, to, { between })).rejects.toThrow(/Connection terminated.* accepts writes again\.$/)
  await write(source, 'meanwhile')
  const { tables } = await move(place, to)
  expect(tables.find(({ table }) => table === 'limits')?.there.rows).toBe(2)
})

if (isPostgres)
  test('a server that goes away while a copy is made leaves the source open', async () => {
    const { place, source } = await newSource()
    const url = await newPostgresDatabase()
    const other = opened({ url })
    await other.transaction(async (tx) => {
      // Nobody can make tables there meanwhile, so the copy waits.
      await sql`select pg_advisory_xact_lock(7021986)`.execute(tx)
      const moving = expect(move(place, { url })).rejects.toThrow(/^\S+: .+ accepts writes again\.$/)
      const waiting = () =>
        sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(tx)
      await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(1)
      expect(await readClosing(source.kind, source.db)).toBeDefined()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(tx)
      await moving
    })
    await write(source, 'goes on')
  })

test('a copy that is not sound is not handed over; neither is a source that was not', async () => {
  const { place, source } = await newSource()
  const to = await emptyPlace(here)
  const fault = { ok: false as const, fault: 'the trail is broken.' }
  await expect(move(place, to, { examine: async () => fault, begun: () => expect.unreachable() })).rejects.toThrow(
    /failed its check, so it was not moved: the trail is broken\.$/,
  )
  await expect(
    move(place, to, { examine: async (_, head) => (head ? fault : { ok: true, said: [] }) }),
  ).rejects.toThrow(/failed its check: the trail is broken\. Nothing was moved/)
  await write(source, 'goes on')
  await expect(write(opened(to), 'too early')).rejects.toThrow('closed to writes')
})

test('a move that was killed before its last step is taken up, and what was changed in the copy meanwhile is noticed', async () => {
  const { place, source } = await newSource()
  await write(source, 'before')
  const to = await emptyPlace(here)
  await move(place, to)
  await expect(move(place, to)).rejects.toThrow(/^The database was moved to \S+ at/)
  const left = await readClosing(source.kind, source.db)
  const onCopy = async (work: (copy: Database) => Promise<unknown>) => {
    const copy = openDatabase(to)
    await work(copy)
    await copy.close()
  }
  const asBefore = () =>
    onCopy(({ kind, transaction }) => transaction((tx) => closeToWrites(kind, tx, { ...left!, state: 'arriving' })))

  await asBefore()
  await move(place, to)
  await onCopy(({ db }) => db.updateTable('limits').set({ count: 2 }).execute())
  await asBefore()
  await expect(move(place, to)).rejects.toThrow(/differs from the original \(limits\)\. The database stays closed/)

  await expect(cancelMove(place, { force: false })).rejects.toThrow('add --force')
  await expect(cancelMove(to, { force: true })).rejects.toThrow('Cancel the move at its source')
  expect(await cancelMove(place, { force: true })).toMatchObject({ state: 'left' })
  await write(source, 'back')
  expect(await cancelMove(place, { force: false })).toBeUndefined()
  const { tables } = await move(place, to)
  expect(tables.find(({ table }) => table === 'limits')?.there.rows).toBe(2)
})

test('what somebody else put beside an unfinished copy is not thrown away', async () => {
  const { place } = await newSource()
  const to = await emptyPlace(here)
  const broken = { examine: async (_: Database, head: unknown) => ({ ok: !head, said: [], fault: 'no' }) as never }
  await expect(move(place, to, broken)).rejects.toThrow('failed its check')
  await sql`create table recipes (id text)`.execute(opened(to).db)
  await expect(move(place, to)).rejects.toThrow('has recipes')
})

test('a job under way is waited for, and none begins', async () => {
  const { place, source } = await newSource()
  const queue = createQueue(source)
  await source.transaction((tx) => queue.enqueue(tx, 'sweep', {}, { id: 'one' }))
  await leaseJobs(source, ['sweep'], 1)
  await source.transaction((tx) => queue.enqueue(tx, 'sweep', {}, { id: 'two' }))
  const to = await emptyPlace(here)
  let looks = 0
  let held = () => {}
  const isHeld = new Promise<void>((resolve) => (held = resolve))
  const moving = move(place, to, { between: () => void (++looks === 2 && held()) })
  await isHeld
  await expect(leaseJobs(source, ['sweep'], 1)).rejects.toThrow('jobs wait')
  await write(source, 'accepted meanwhile')
  await source.transaction((tx) => tx.deleteFrom('jobs').where('id', '=', 'one').execute())
  await moving
  const copy = opened(to)
  expect((await leaseJobs(copy, ['sweep'], 5)).map(({ id }) => id)).toEqual(['two'])
  expect(await copy.db.selectFrom('limits').select('key').execute()).toEqual([{ key: 'accepted meanwhile' }])
})

test('a job of minutes is waited for, and said to be; one that does not end stops the move', async () => {
  const { place, source } = await newSource()
  const queue = createQueue(source)
  const minute = 60_000
  const begunAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: begunAt })
  onTestFinished(() => void vi.useRealTimers())
  await source.transaction((tx) => queue.enqueue(tx, 'sweep', {}, { id: 'long' }))
  const leased = { lease: 'somebody', leased_until: begunAt + 60 * minute }
  await source.db.updateTable('jobs').set(leased).execute()
  let heard: unknown[] = []
  /** Each time it is said what is waited for, minutes go by. */
  const passing = (minutes: number[], onceSaidTwice = () => {}) => ({
    waiting(job: string, atMostMs: number) {
      heard.push([job, Math.round(atMostMs / minute)])
      vi.setSystemTime(Date.now() + (minutes.shift() ?? 0) * minute)
      if (heard.length === 2) onceSaidTwice()
    },
  })
  await expect(move(place, await emptyPlace(here), passing([4, 4]))).rejects.toThrow('A sweep job is still running')
  heard = []
  const end = () => void source.transaction((tx) => tx.deleteFrom('jobs').execute())
  await move(place, await emptyPlace(here), passing([5], end))
  expect(heard).toEqual([
    ['sweep', 6],
    ['sweep', 1],
  ])
})

test('one move at a time', async () => {
  const { place } = await newSource()
  const [to, second] = [await emptyPlace(here), await emptyPlace(here)]
  let other: Promise<unknown> | undefined
  await move(place, to, {
    begun: () => (other ??= expect(move(place, second)).rejects.toThrow('is in progress')),
    between: () => other as Promise<void>,
  })
  await other
})

if (!isPostgres)
  test('an old file that was moved away is not written over when its site moves back', async () => {
    const { place } = await newSource('sqlite')
    const to = await emptyPlace('sqlite')
    await move(place, to)
    await expect(move(to, place)).rejects.toThrow(/was moved away\. Name another location, or move it aside first\. *$/)
  })
