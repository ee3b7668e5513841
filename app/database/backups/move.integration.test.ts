import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { leaseJobs } from '#app/queue/leases.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { prepareDatabase, migratedForThisTest, newPostgresDatabase } from '#tests/support/test-database.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { readClosing } from './closing.server.ts'
import type { FileSealing } from './make-backup.server.ts'
import { moveDatabase, reopenDatabase } from './move.server.ts'
import { formatLocation, parseLocation } from './database-location.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type Kind = Database['kind']
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const here: Kind = isPostgres ? 'postgres' : 'sqlite'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const emptyPlace = async (kind: Kind): Promise<DatabaseLocation> =>
  kind === 'postgres' ? { url: await newPostgresDatabase() } : { file: join(newFolder(), 'clinic.db') }

function opened(place: DatabaseLocation) {
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

const limit = (key: string) => ({ key, windowStart: 0, count: 1 })
const write = ({ transaction }: Database, key: string) =>
  transaction((tx) => tx.insertInto('limits').values(limit(key)).execute())

const key = randomBytes(32).toString('base64')

type MoveDeps = Parameters<typeof moveDatabase>[0]
const move = (from: DatabaseLocation, to: DatabaseLocation, more: Partial<MoveDeps> = {}) =>
  moveDatabase({
    from,
    to,
    migrations,
    backups: { folder: newFolder(), keep: 3 },
    sealing: createFileSealing(async () => [key]),
    ...more,
  })

const ways: [Kind, Kind][] = isPostgres
  ? [
      ['sqlite', 'postgres'],
      ['postgres', 'sqlite'],
      ['postgres', 'postgres'],
    ]
  : [['sqlite', 'sqlite']]

test.each(ways)('every kind of value is moved unchanged, from %s to %s', async (one, other) => {
  const { place, source } = await newSource(one)
  const [createdAt, expiresAt] = [new Date('2026-03-08T07:59:59.123Z'), new Date('1969-12-31T23:59:59.999Z')]
  const flag = one === 'postgres' ? true : 1
  await source.transaction(async (tx) => {
    await tx
      .insertInto('blogPictures')
      .values({ id: 'p', mediaType: 'image/png', bytes: Buffer.from([0, 255, 10, 0]) })
      .execute()
    for (const [key, start] of [['far', '9007199254740993'] as const, ['farther', '-9223372036854775808'] as const])
      await sql`insert into limits (key, window_start, count) values (${key}, cast(${start} as bigint), 0)`.execute(tx)
    await tx.insertInto('limits').values(limit('ā — 手 \u{1f9d8} \' " \\ \n\t')).execute()
    await sql`insert into users (id, name, email, email_verified, created_at, updated_at)
      values ('a', '', 'a@example.com', ${flag}, ${createdAt.toISOString()}, ${expiresAt.toISOString()})`.execute(tx)
  })
  const to = await emptyPlace(other)
  const { tallies } = await move(place, to)
  expect(tallies.get('limits')?.rows).toBe(3)

  const copy = opened(to)
  const limits = await copy.db.selectFrom('limits').select(['key', 'windowStart']).execute()
  expect(new Map(limits.map((row) => [row.key, row.windowStart]))).toEqual(
    new Map<string, unknown>([
      ['far', '9007199254740993'],
      ['farther', '-9223372036854775808'],
      ['ā — 手 \u{1f9d8} \' " \\ \n\t', 0],
    ]),
  )
  const { bytes } = await copy.db.selectFrom('blogPictures').select('bytes').executeTakeFirstOrThrow()
  expect([...bytes]).toEqual([0, 255, 10, 0])
  const { rows } = await sql<{ emailVerified: unknown; createdAt: string; updatedAt: string }>`
    select email_verified, created_at, updated_at from users`.execute(copy.db)
  expect(rows.map((row) => [Number(row.emailVerified), new Date(row.createdAt), new Date(row.updatedAt)])).toEqual([
    [1, createdAt, expiresAt],
  ])
  await write(copy, 'after')
  await expect(write(source, 'after')).rejects.toThrow('closed to writes')
  expect(await readClosing(source.kind, source.db)).toMatchObject({ done: true, other: formatLocation(to) })
})

test('no column is auto-incremented, so moving the rows is enough', async () => {
  const { source } = await newSource()
  const { rows } = await (
    source.kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'sqlite_sequence'`
      : sql`select 1 from pg_class where relkind = 'S'`
  ).execute(source.db)
  expect(rows).toEqual([])
})

describe('a target is rejected before anything is closed', () => {
  async function refused(to: DatabaseLocation, reason: RegExp) {
    const { place, source } = await newSource()
    await expect(move(place, to, { onStart: () => expect.unreachable() })).rejects.toThrow(reason)
    await write(source, 'goes on')
  }

  test('that is no database location', async () => {
    expect(() => parseLocation('mysql://127.0.0.1/clinic')).toThrow('must be postgres://')
    expect(() => parseLocation('postgres://:port')).toThrow('not the address')
    const file = join(newFolder(), 'notes.db')
    writeFileSync(file, 'no database, but long enough to look like one')
    await refused({ file }, /already has a database/)
    await refused({ file: join(file, 'clinic.db') }, /a file is where its folder should be/)
    await refused(
      { url: 'postgres://clinic:s3cret@127.0.0.1:1/clinic' },
      /clinic@127.0.0.1:1\/clinic: no server answers/,
    )
  })

  test('that is the database itself, or is not empty', async () => {
    const { place, source } = await newSource()
    await expect(move(place, place)).rejects.toThrow('already has a database. Name an empty one.')
    await write(source, 'goes on')
    const to = await emptyPlace(here)
    await sql`create table recipes (id text)`.execute(opened(to).db)
    await refused(to, /already has a database/)
  })

  if (isPostgres)
    test('where this user may not create tables, or the password is wrong', async () => {
      const url = new URL(await newPostgresDatabase())
      const there = opened({ url: url.href })
      const name = `reader_${url.pathname.slice(6)}`
      await sql`create user ${sql.id(name)} password 'reads'`.execute(there.db)
      const { place, source } = await newSource()
      const asReader = { url: Object.assign(new URL(url), { username: name, password: 'reads' }).href }
      await expect(move(place, asReader)).rejects.toThrow(
        /not allowed to create tables there\. Nothing was moved, and the website accepts writes again\.$/,
      )
      await write(source, 'goes on')
      await refused({ url: Object.assign(new URL(url), { password: 's3cret' }).href }, /: the password is wrong\.$/)
      await refused({ url: Object.assign(new URL(url), { pathname: '/nowhere' }).href }, /no such database/)
    })
})

test('a move that fails while copying reopens the source, and succeeds with the same target later', async () => {
  const { place, source } = await newSource()
  await write(source, 'before')
  const to = await emptyPlace(here)
  const broken: FileSealing = {
    ...createFileSealing(async () => [key]),
    open() {
      throw new OperatorError('The disk does not answer.')
    },
  }
  await expect(move(place, to, { sealing: broken })).rejects.toThrow(
    /^The disk does not answer.* accepts writes again\.$/,
  )
  await write(source, 'meanwhile')
  const { tallies } = await move(place, to)
  expect(tallies.get('limits')?.rows).toBe(2)
})

test('a moved database is not moved again, and only force reopens it', async () => {
  const { place, source } = await newSource()
  await write(source, 'before')
  const to = await emptyPlace(here)
  await move(place, to)
  await expect(move(place, await emptyPlace(here))).rejects.toThrow(/The database was moved to/)
  await expect(reopenDatabase(place, { force: false })).rejects.toThrow(/everything written since is only there/)
  await expect(write(source, 'after')).rejects.toThrow('closed to writes')
  expect(await reopenDatabase(place, { force: true })).toBe(formatLocation(to))
  await write(source, 'after')
  expect(await reopenDatabase(place, { force: false })).toBeUndefined()
})

test('the database is closed while no job is running', async () => {
  const { place, source } = await newSource()
  const queue = createQueue(source)
  await source.transaction((tx) => queue.enqueue(tx, 'sweep', {}, { id: 'one' }))
  const [job] = await leaseJobs(source, ['sweep'], () => 1)
  const to = await emptyPlace(here)
  let isOver = false
  const moving = move(place, to).finally(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(isOver).toBe(false)
  await write(source, 'accepted meanwhile')
  await source.transaction((tx) => tx.deleteFrom('jobs').where('id', '=', job!.id).execute())
  const { tallies } = await moving
  expect(tallies.get('jobs')?.rows).toBe(0)
  expect(tallies.get('limits')?.rows).toBe(1)
})
