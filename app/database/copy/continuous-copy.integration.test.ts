import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createObjectStore } from '#app/integrations/object-store/object-store.server.ts'
import { createKeyPair } from '#app/vault/age.server.ts'
import { createCopyLocks, openCopyLocks } from '#app/vault/copy-locks.server.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { openVault } from '#app/vault/vault.server.ts'
import { startObjectStore } from '#tests/support/object-store.ts'
import { until } from '#tests/support/timing.ts'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { replaceDatabase } from '#app/database/backups/restore-target.server.ts'
import { readShapes } from '#app/database/backups/table-shapes.server.ts'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { createContinuousCopy } from './continuous-copy.server.ts'
import { drillCopy } from './copy-drill.server.ts'
import { parseName } from './copy-names.ts'
import { gatherCopy } from './gather-copy.server.ts'

const key = 'k'.repeat(44)
const keys = async (): Promise<[string]> => [key]
const log = pino({ level: 'silent' })

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Options = NonNullable<Parameters<typeof createContinuousCopy>[1]>

/** A database whose changes are copied to a place in memory. */
async function copied(options: Options = {}) {
  const place = await startObjectStore()
  onTestFinished(place.stop)
  const { COPY_URL: url, COPY_ACCESS_KEY: accessKey, COPY_SECRET_KEY: secretKey } = place.settings
  const store = createObjectStore({ url, accessKey, secretKey })
  const location = { file: join(newFolder(), 'clinic.db') }
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  const { identity, recipient } = await createKeyPair()
  const locks = await createCopyLocks(recipient, keys)
  const warnings: string[] = []
  const warn = ({ err }: { err?: unknown }) => void warnings.push(String(err))
  const copy = createContinuousCopy(
    { database, location, folder: newFolder(), store, locks, log: { info() {}, warn } },
    { everyMs: 15, longestPauseMs: 50, baseRetryMs: 50, epochMs: 200, ...options },
  )
  let stop = async () => {}
  const site = {
    warnings,
    place,
    store,
    location,
    database,
    identity,
    locks,
    copy,
    start() {
      stop = copy.start()
    },
    stop: () => stop(),
    /** Resolves when everything committed by now is at the place. */
    async upToDate() {
      const now = Date.now()
      await until(async () => (copy.state().until ?? 0) > now || undefined)
    },
  }
  onTestFinished(() => site.stop())
  return site
}

type Site = Awaited<ReturnType<typeof copied>>

/** Restores from the place alone. */
async function restored({ store, identity }: Pick<Site, 'store' | 'identity'>) {
  const lines: string[] = []
  const locks = openCopyLocks(identity, keys)
  const gathered = await gatherCopy({ store, locks, log: (line) => void lines.push(line) }, { folder: newFolder() })
  const backup = await checkBackup({ file: gathered.file, sealing: locks.files }, migrations)
  const into = { file: join(newFolder(), 'clinic.db') }
  await replaceDatabase(into, { force: false }, (target) => fillFromBackup(target, backup, migrations))
  const database = openDatabase(into)
  onTestFinished(() => database.close())
  return { ...gathered, database, lines }
}

async function allOf(database: Database) {
  const all: Record<string, string[]> = {}
  for (const { name } of await readShapes(database.kind, database.db)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.db)
    all[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return all
}

const addLimit = ({ database }: Pick<Site, 'database'>, name: string, count = 1) =>
  database.transaction((tx) => tx.insertInto('limits').values({ key: name, windowStart: 1, count }).execute())

const limitsOf = async ({ db }: Database) =>
  (await db.selectFrom('limits').select('key').orderBy('key').execute()).map((row) => row.key)

const epochsOf = ({ place }: Site) =>
  [...new Set(place.keys().map((name) => parseName(name.replace('site/', ''))?.epoch))].filter(Boolean)

const onSqlite = describe.skipIf(process.env.TEST_DATABASE === 'postgres')

onSqlite('a continuous copy', () => {
  test('is restored as the database is, to the last row', async () => {
    const site = await copied()
    await addLimit(site, 'before')
    site.start()
    await site.upToDate()
    const { db, transaction } = site.database
    for (let index = 0; index < 300; index += 1) await addLimit(site, `key ${index} é`, index)
    await db.updateTable('limits').set({ count: 99 }).where('key', 'like', '%7%').execute()
    await db.deleteFrom('limits').where('key', 'like', '%3%').execute()
    const picture = { id: 'p', mediaType: 'image/png', bytes: Uint8Array.from({ length: 300_000 }, (_, i) => i) }
    await db.insertInto('blogPictures').values(picture).execute()
    await expect(
      transaction(async (tx) => {
        await tx.deleteFrom('limits').execute()
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await site.upToDate()
    const back = await restored(site)
    expect(await allOf(back.database)).toEqual(await allOf(site.database))
    expect(back.lines).toEqual([])
    expect(back.changes).toBeGreaterThan(0)
    expect(back.until).toBeGreaterThan(Date.now() - 10_000)
  })

  test('could record every table: SQLite records none without a key', async () => {
    const { database } = await copied()
    const shapes = await readShapes('sqlite', database.db)
    expect(shapes.filter(({ key: columns }) => columns.length === 0)).toEqual([])
  })

  test('sends the last changes when the site stops', async () => {
    const site = await copied({ everyMs: 60_000 })
    site.start()
    await until(async () => site.copy.state().baseAt)
    await addLimit(site, 'last')
    await site.stop()
    expect(await limitsOf((await restored(site)).database)).toEqual(['last'])
  })

  test('begins anew after a restart, and after another process wrote or the schema was changed', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    expect(epochsOf(site)).toEqual([1])
    const other = openDatabase(site.location)
    await addLimit({ database: other }, 'foreign')
    await other.close()
    await until(async () => epochsOf(site).includes(2) || undefined)
    await site.upToDate()
    expect(await limitsOf((await restored(site)).database)).toEqual(['foreign'])
    await sql`create index extra on limits (count)`.execute(site.database.db)
    await until(async () => epochsOf(site).includes(3) || undefined)
    await addLimit(site, 'later')
    await site.upToDate()
    // Those before the last two bases are removed.
    await until(async () => !epochsOf(site).includes(1) || undefined)
    expect(await limitsOf((await restored(site)).database)).toEqual(['foreign', 'later'])
  })

  test('begins anew soon after the clock was set back', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    const now = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
    onTestFinished(() => clock.mockRestore())
    const other = openDatabase(site.location)
    await addLimit({ database: other }, 'foreign')
    await other.close()
    await until(async () => site.place.keys().some((name) => /epochs\/0*2\/.*-base$/.test(name)) || undefined)
    expect(await limitsOf((await restored(site)).database)).toEqual(['foreign'])
  })

  test('makes a new base while changes go on, and survives the loss of either', async () => {
    const site = await copied({ baseEveryMs: 100 })
    site.start()
    await site.upToDate()
    const bases = () => site.place.keys().filter((name) => name.endsWith('-base'))
    for (let index = 0; bases().length < 2 || index < 20; index += 1) {
      await addLimit(site, `key ${index}`)
      await site.upToDate()
    }
    await site.stop()
    const expected = await allOf(site.database)
    expect(await allOf((await restored(site)).database)).toEqual(expected)
    const newest = bases().at(-1)!
    site.place.objects.set(newest, { body: Buffer.alloc(500, 1), versions: 1 })
    const back = await restored(site)
    expect(await allOf(back.database)).toEqual(expected)
    expect(back.lines).toEqual([expect.stringContaining('The copy before it is tried.')])
  })

  test('ends at a damaged or missing object, never beyond it', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    for (const name of ['a', 'b', 'c']) {
      await addLimit(site, name)
      await site.upToDate()
    }
    await site.stop()
    const changes = site.place.keys().filter((name) => name.endsWith('-changes'))
    const second = changes.at(-2)!
    const { body } = site.place.objects.get(second)!
    site.place.objects.set(second, {
      body: Buffer.from(body.map((byte, at) => (at === body.length - 9 ? byte ^ 1 : byte))),
      versions: 1,
    })
    const back = await restored(site)
    expect(await limitsOf(back.database)).toEqual(['a'])
    expect(back.lines).toEqual([expect.stringContaining('what came later is not used')])
    site.place.objects.delete(second)
    const without = await restored(site)
    expect(await limitsOf(without.database)).toEqual(['a'])
    expect(without.lines).toEqual([
      expect.stringContaining('is missing from the copy. It and what came later is not used'),
    ])
    // An object does not open under another name.
    site.place.objects.set(second, site.place.objects.get(changes.at(-1)!)!)
    expect(await limitsOf((await restored(site)).database)).toEqual(['a'])
  })

  test('opens only with the identity and with ENCRYPTION_KEY', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    await expect(restored({ ...site, identity: (await createKeyPair()).identity })).rejects.toThrow('identity')
    const wrong = openCopyLocks(site.identity, async () => ['w'.repeat(44)])
    await expect(gatherCopy({ ...site, locks: wrong, log: () => {} }, { folder: newFolder() })).rejects.toThrow(
      'ENCRYPTION_KEY',
    )
  })

  test('a destroyed record key is nowhere at the place, and a restored record that has one opens', async () => {
    const site = await copied()
    const openVaultOn = (database: Database) => openVault({ database, log, keys: createKeyRing(database, () => [key]) })
    const vault = openVaultOn(site.database)
    site.start()
    await site.upToDate()
    const [lost, saved] = ['lost', 'saved'].map((id) => ({ purpose: 'test', id }))
    await site.database.transaction((tx) => vault.seal(tx, lost!, 'text'))
    const sealed = await site.database.transaction((tx) => vault.seal(tx, saved!, 'text'))
    await site.upToDate()
    await site.database.transaction((tx) => vault.destroy(tx, lost!))
    await site.upToDate()
    // Truncating the journal is no foreign write.
    expect(epochsOf(site)).toEqual([1])
    const back = await restored(site)
    const ids = await back.database.db.selectFrom('recordKeys').select('id').where('purpose', '=', 'test').execute()
    expect(ids).toEqual([{ id: 'saved' }])
    expect((await openVaultOn(back.database).open(back.database.db, saved!, sealed))?.toString()).toBe('text')
    // Not in the changes either.
    for (const name of site.place.keys().filter((one) => one.endsWith('-changes'))) {
      const { body } = site.place.objects.get(name)!
      const plain = await site.locks.pieces.open(
        name.replace('site/', ''),
        Buffer.concat(
          await Array.fromAsync(
            site.locks.decrypt(
              (async function* () {
                yield body
              })(),
              name,
            ),
          ),
        ),
      )
      expect(plain.includes('record_keys')).toBe(false)
    }
  })
})

onSqlite('a place that fails', () => {
  test.each(['full', 'refusing', 'lose'] as const)(
    '%s: is named, and loses nothing once it is well',
    async (manners) => {
      const site = await copied()
      site.start()
      await site.upToDate()
      site.place.manners = manners
      await addLimit(site, 'a')
      await until(async () => site.warnings[0])
      expect(site.warnings[0]).toContain('COPY_URL: the place')
      await addLimit(site, 'b')
      site.place.manners = 'willing'
      await site.upToDate()
      expect(site.copy.state().failure).toBeUndefined()
      expect(await limitsOf((await restored(site)).database)).toEqual(['a', 'b'])
      expect(epochsOf(site)).toEqual([1])
    },
  )

  test('for long: changes are given up, and a new base follows', async () => {
    const site = await copied({ giveUpAfterMs: 100 })
    site.start()
    await site.upToDate()
    site.place.manners = 'full'
    await addLimit(site, 'a')
    await until(async () => site.copy.state().failure)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await addLimit(site, 'b')
    site.place.manners = 'willing'
    await site.upToDate()
    expect(Math.max(...epochsOf(site).map(Number))).toBeGreaterThan(1)
    expect(await limitsOf((await restored(site)).database)).toEqual(['a', 'b'])
  })

  test('slow: changes wait together, and arrive', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    Object.assign(site.place, { manners: 'slow', slowMs: 150 })
    for (let index = 0; index < 20; index += 1) await addLimit(site, `key ${index}`)
    await site.upToDate()
    expect((await limitsOf((await restored(site)).database)).length).toBe(20)
  })

  test('lying about what it stored: is noticed, said, and answered with a new base', async () => {
    const site = await copied({ inspectEveryMs: 50 })
    site.start()
    await site.upToDate()
    site.place.manners = 'lie'
    await addLimit(site, 'a')
    await until(async () => site.copy.state().lie)
    expect(site.copy.state().lie?.reason).toContain('does not have it')
    site.place.manners = 'willing'
    await site.upToDate()
    expect(await limitsOf((await restored(site)).database)).toEqual(['a'])
  })

  test('lying about the base: it never counts as copied', async () => {
    const site = await copied()
    site.place.manners = 'lie'
    site.start()
    await until(async () => site.copy.state().lie)
    expect(site.copy.state().until).toBeUndefined()
  })
})

onSqlite('the drill', () => {
  async function drilled(site: Site) {
    const deps = {
      ...site,
      migrations,
      examine: async () => undefined,
      withFolder: async <R>(work: (folder: string) => Promise<R>) => work(newFolder()),
    }
    return drillCopy(deps, Date.now())
  }
  const savedFault = ({ database }: Site) =>
    database.db.selectFrom('backupState').select('copyDrillFault').executeTakeFirstOrThrow()

  test('restores what is at the place, compares every row while the site writes, and saves the result', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    let isOver = false
    const writing = (async () => {
      for (let index = 0; !isOver; index += 1) await addLimit(site, `key ${index}`)
    })()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const fault = await drilled(site).finally(() => (isOver = true))
    await writing
    expect(fault).toBeUndefined()
    expect(await savedFault(site)).toEqual({ copyDrillFault: null })
  })

  test('finds an object that is not as it was sent', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    site.place.manners = 'spoil'
    await addLimit(site, 'a')
    await site.upToDate()
    expect(await drilled(site)).toContain('damaged')
    expect((await savedFault(site)).copyDrillFault).toContain('damaged')
  })

  test('finds a row that the changes do not have', async () => {
    const site = await copied()
    site.start()
    await site.upToDate()
    await sql`create table sneaky (id text primary key)`.execute(site.database.db).catch(() => {})
    await until(async () => epochsOf(site).includes(2) || undefined)
    await site.upToDate()
    // SQLite leaves rows with a null in their key out of changesets.
    await sql`insert into sneaky values (null)`.execute(site.database.db)
    await site.upToDate()
    expect(await drilled(site)).toBe('The table sneaky in the copy is not as in the database.')
  })

  test('fails while the place keeps versions of the record keys', async () => {
    const site = await copied()
    site.place.keepsVersions = true
    site.start()
    await site.upToDate()
    const vault = openVault({ database: site.database, log, keys: createKeyRing(site.database, () => [key]) })
    await site.database.transaction((tx) => vault.seal(tx, { purpose: 'test', id: 'one' }, 'text'))
    await site.upToDate()
    expect(await drilled(site)).toContain('versions of the record keys')
  })
})
