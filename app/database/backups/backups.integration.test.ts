import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openHealth } from '#app/domain/booking/health.server.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { replaceFingerprints } from '#app/vault/secrets.server.ts'
import { bookingDeps, bookTestAppointment } from '#tests/support/booking.ts'
import { databaseFolder } from '#tests/support/disk.ts'
import { newPlace, newPostgresDatabase } from '#tests/support/test-database.ts'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { type Migration, migrate } from '#app/database/migrate.server.ts'
import { takeLock } from '#app/database/lock-file.server.ts'
import { BusyError } from '#app/operator-error.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { keyFileName } from './backup-folder.server.ts'
import { createBackups } from './backups.server.ts'
import { makeBackup } from './make-backup.server.ts'
import { checkBackup, fillFromBackup } from './restore.server.ts'
import { replaceDatabase } from './restore-target.server.ts'
import { readShapes } from './table-shapes.server.ts'

const sealing = createFileSealing(async () => ['k'.repeat(44)])
const now = Date.UTC(2026, 10, 22, 9)
const admin = { who: 'account-1', from: '192.0.2.7', scope: 'everything' as const }

function newFolder() {
  const folder = mkdtempSync(join(databaseFolder(), 'clinic-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function openPlace(place: DatabaseLocation) {
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  return database
}

/** Filled once, for the tests that only read from it. */
let shared: ReturnType<typeof fill> | undefined
const sharedFolder = mkdtempSync(join(tmpdir(), 'clinic-shared-'))
const readOnly = () => (shared ??= sharedPlace().then(fill))
afterAll(async () => {
  await (await shared)?.database.close()
  rmSync(sharedFolder, { recursive: true, force: true })
})
const sharedPlace = async () =>
  process.env.TEST_DATABASE === 'postgres'
    ? { url: await newPostgresDatabase() }
    : { file: join(sharedFolder, 'clinic.db') }

async function filled() {
  const source = await fill(await newPlace())
  onTestFinished(() => source.database.close())
  return source
}

/** A database with an appointment, an account, bytes, and more rows than are read at once. */
async function fill(place: DatabaseLocation) {
  const database = openDatabase(place)
  await migrate(database, migrations)
  const booked = await bookTestAppointment(database)
  if (!booked.ok) throw new Error('it was not booked')
  const at = new Date(now).toISOString()
  const account = { id: 'u1', name: 'Maya “M” 🌿\nThomas', email: 'maya@example.com', createdAt: at, updatedAt: at }
  const verified = database.kind === 'postgres' ? true : 1
  await database.db
    .insertInto('users')
    .values({ ...account, emailVerified: verified, image: null, twoFactorEnabled: null })
    .execute()
  const expires = { expiresAt: at, createdAt: at, updatedAt: at, ipAddress: null, userAgent: null }
  await database.db
    .insertInto('sessions')
    .values({ id: 's1', token: 't', userId: 'u1', ...expires })
    .execute()
  await database.db
    .insertInto('limits')
    .values(Array.from({ length: 1_203 }, (_, index) => ({ key: `key ${index} é`, windowStart: now, count: index })))
    .execute()
  await database.db
    .insertInto('blogPictures')
    .values({ id: 'p', mediaType: 'image/png', bytes: Uint8Array.from({ length: 300_000 }, (_, index) => index) })
    .execute()
  return { place, database, appointmentId: booked.appointment.id }
}

const countLimits = async ({ db }: Database) => (await db.selectFrom('limits').select('key').execute()).length

const deps = (place: DatabaseLocation, folder = newFolder()) => ({ location: place, folder, keep: 14, sealing })

async function restore(file: string, into: DatabaseLocation, { force = false, known = migrations } = {}) {
  const backup = await checkBackup({ file, sealing }, known)
  await replaceDatabase(into, { force }, (target) => fillFromBackup(target, backup, known))
}

/** Every row of every table, as text. */
async function allOf(database: Database) {
  const all: Record<string, unknown> = {}
  for (const { name, key } of await readShapes(database.kind, database.db)) {
    let rows = database.db.selectFrom(name as 'jobs').selectAll()
    for (const column of key) rows = rows.orderBy(column as 'id')
    const plain = (_: string, value: unknown) => (value === true ? 1 : value === false ? 0 : value)
    all[name] = (await rows.execute()).map((row) => JSON.stringify(row, plain)).toSorted()
  }
  return all
}

test('a backup is restored completely, and the database works', async () => {
  const { place, database, appointmentId } = await readOnly()
  const { file } = await makeBackup(deps(place), { now })
  const into = await newPlace()
  await restore(file, into)
  const restored = await openPlace(into)
  expect(await allOf(restored)).toEqual(await allOf(database))
  await migrate(restored, migrations)
  expect(await openHealth(bookingDeps(restored), admin, appointmentId)).toEqual({ ok: true, text: 'tired' })
})

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a backup of either database restores into the other and back, with the same rows',
  async () => {
    const { place, appointmentId } = await readOnly()
    const tallies = async (of: DatabaseLocation) => {
      const { file } = await makeBackup(deps(of), { now })
      return { file, all: Object.fromEntries((await checkBackup({ file, sealing }, migrations)).tallies) }
    }
    const postgres = await tallies(place)
    const other = { file: join(newFolder(), 'clinic.db') }
    await restore(postgres.file, other)
    const sqlite = await tallies(other)
    expect(sqlite.all).toEqual(postgres.all)
    const back = { url: await newPostgresDatabase() }
    await restore(sqlite.file, back)
    expect((await tallies(back)).all).toEqual(postgres.all)
    for (const end of [other, back])
      expect(await openHealth(bookingDeps(await openPlace(end)), admin, appointmentId)).toEqual({
        ok: true,
        text: 'tired',
      })
  },
)

test('backup files contain no plain text, and only their owner can read them', async () => {
  const { place } = await readOnly()
  const folder = newFolder()
  await makeBackup(deps(place, folder), { now })
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  expect(names.toSorted()).toEqual(['clinic-2026-11-22T09-00-00-000Z.backup', keyFileName])
  const { statSync } = await import('node:fs')
  for (const name of names) {
    expect(readFileSync(join(folder, name)).includes('maya')).toBe(false)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
})

test('every table has a primary key, and tables are sorted after the ones they reference', async () => {
  const { database } = await readOnly()
  const shapes = await readShapes(database.kind, database.db)
  expect(shapes.length).toBeGreaterThan(30)
  expect(shapes.filter(({ key }) => key.length === 0)).toEqual([])
  const place = (name: string) => shapes.findIndex((shape) => shape.name === name)
  expect(place('users')).toBeLessThan(place('sessions'))
  expect(place('sessions')).toBeLessThan(place('working_days'))
})

test('a backup is a snapshot, even during writes', async () => {
  const { place, database } = await filled()
  let written = 0
  const betweenRows = async () => {
    written += 1
    const one = { windowStart: now, count: 1 }
    // Before what was read already, and after.
    await database.db
      .insertInto('limits')
      .values([
        { key: ` ${written}`, ...one },
        { key: `zz ${written}`, ...one },
      ])
      .execute()
    await database.db
      .updateTable('calendarFeed')
      .set({ version: 100 + written })
      .execute()
  }
  const limitsBefore = await countLimits(database)
  const { file } = await makeBackup(deps(place), { now, betweenRows })
  expect(written).toBeGreaterThan(10)
  const { tallies } = await checkBackup({ file, sealing }, migrations)
  expect(tallies.get('limits')?.rows).toBe(limitsBefore)
  const into = await newPlace()
  await restore(file, into)
  const restored = await openPlace(into)
  expect(await restored.db.selectFrom('calendarFeed').select('version').executeTakeFirst()).toEqual({ version: 1 })
})

test('a destroyed key is gone from every backup after the next one', async () => {
  const { place, database, appointmentId } = await filled()
  const folder = newFolder()
  const before = await makeBackup(deps(place, folder), { now })
  const { vault } = bookingDeps(database)
  await database.transaction((tx) => vault.destroy(tx, { purpose: 'appointment health', id: appointmentId }))
  await makeBackup(deps(place, folder), { now: now + 86_400_000 })
  const into = await newPlace()
  await restore(before.file, into)
  const restored = await openPlace(into)
  const kept = await restored.db.selectFrom('appointments').select(['id', 'health']).executeTakeFirstOrThrow()
  expect(kept.health).not.toBeNull()
  expect(await openHealth(bookingDeps(restored), admin, appointmentId)).toEqual({ ok: false, reason: 'unreadable' })
})

test('only the newest backups are saved, and backups before upgrades are counted separately', async () => {
  const { place } = await readOnly()
  const folder = newFolder()
  const day = 86_400_000
  for (let index = 0; index < 3; index += 1)
    await makeBackup({ ...deps(place, folder), keep: 2 }, { now: now + index * day, isBeforeUpgrade: true })
  for (let index = 3; index < 7; index += 1)
    await makeBackup({ ...deps(place, folder), keep: 2 }, { now: now + index * day })
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.backup'))
    .map((name) => name.replace(/T[\d-]+Z/, ''))
  expect(names.toSorted()).toEqual([
    'clinic-2026-11-23-before-upgrade.backup',
    'clinic-2026-11-24-before-upgrade.backup',
    'clinic-2026-11-27.backup',
    'clinic-2026-11-28.backup',
  ])
})

describe('a restore rejects', () => {
  test('an existing database, unless it is forced', async () => {
    const { place } = await readOnly()
    const { file } = await makeBackup(deps(place), { now })
    const into = await newPlace()
    const there = openDatabase(into)
    await migrate(there, migrations)
    await there.db.updateTable('calendarFeed').set({ version: 7 }).execute()
    await expect(restore(file, into)).rejects.toThrow('already has a database')
    await expect(restore(file, into, { force: true }), 'while it is in use').rejects.toThrow('is in use')
    expect(await there.db.selectFrom('calendarFeed').select('version').executeTakeFirst()).toEqual({ version: 7 })
    await there.close()
    await restore(file, into, { force: true })
    const restored = await openPlace(into)
    expect(await restored.db.selectFrom('calendarFeed').select('version').executeTakeFirst()).toEqual({ version: 1 })
  })

  test.runIf(process.env.TEST_DATABASE === 'sqlite')('the write-ahead log of a database that is gone', async () => {
    const { place, database } = await readOnly()
    const { file } = await makeBackup(deps(place), { now })
    const [into, other] = [{ file: join(newFolder(), 'clinic.db') }, { file: join(newFolder(), 'other.db') }]
    const there = openDatabase(other)
    await migrate(there, migrations)
    for (const ending of ['-wal', '-shm']) cpSync(`${other.file}${ending}`, `${into.file}${ending}`)
    await there.close()
    await restore(file, into)
    expect(await allOf(await openPlace(into))).toEqual(await allOf(database))
  })

  test('keys of another clinic, missing ones, and a database of a newer version', async () => {
    const { place } = await readOnly()
    const { place: elsewhere } = await filled()
    const folder = newFolder()
    const { file } = await makeBackup(deps(place, folder), { now })
    const others = newFolder()
    await makeBackup(deps(elsewhere, others), { now })
    await expect(checkBackup({ file, sealing }, migrations.slice(0, -1))).rejects.toThrow('made by a newer version')
    rmSync(join(folder, keyFileName))
    await expect(checkBackup({ file, sealing }, migrations)).rejects.toThrow(/clinic\.keys is missing: copy/)
    writeFileSync(join(folder, keyFileName), readFileSync(join(others, keyFileName)))
    await expect(checkBackup({ file, sealing }, migrations)).rejects.toThrow('another clinic’s')
  })

  test('partial results: a failed restore leaves nothing behind', async () => {
    const { place } = await readOnly()
    const { file } = await makeBackup(deps(place), { now })
    const backup = await checkBackup({ file, sealing }, migrations)
    const into = await newPlace()
    const failing = replaceDatabase(into, { force: false }, async (target) => {
      await fillFromBackup(target, backup, migrations)
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    await restore(file, into)
  })
})

test('a backup of an older version is restored unchanged, then migrated', async () => {
  const place = await newPlace()
  const old = await openPlace(place)
  await migrate(old, migrations)
  await old.db.insertInto('limits').values({ key: 'k', windowStart: 1, count: 2 }).execute()
  const { file } = await makeBackup(deps(place), { now, isBeforeUpgrade: true })
  const into = await newPlace()
  const later: Migration = {
    name: '9999-later',
    up: (tx, { text }) => tx.schema.alterTable('limits').addColumn('mood', text).execute(),
  }
  await restore(file, into, { known: [...migrations, later] })
  const restored = await openPlace(into)
  await restored.transaction((tx) => replaceFingerprints(tx, { session: 's'.repeat(40) }))
  const limit = { key: 'k', windowStart: 1, count: 2, mood: null }
  expect(await restored.db.selectFrom('limits').selectAll().execute()).toEqual([limit])
  expect(await restored.db.selectFrom('backupState').select('lineage').execute()).toHaveLength(1)
})

describe('the drill', () => {
  async function withDrill(examine: (restored: Database) => Promise<string | undefined> = async () => undefined) {
    const { place, database } = await filled()
    const [folder, dataDir] = [newFolder(), newFolder()]
    const backups = createBackups({ ...deps(place, folder), database, dataDir, migrations, examine })
    return { folder, dataDir, database, backups }
  }

  test('restores and examines the newest backup, and saves the result', async () => {
    let says: string | undefined
    let limits = 0
    const { backups, dataDir, database } = await withDrill(async (restored) => {
      expect(await countLimits(restored)).toBe(limits)
      return says
    })
    expect(await backups.state()).toEqual({ since: expect.any(Number), onDiskOfData: database.kind === 'sqlite' })
    limits = await countLimits(database)
    await backups.make()
    says = 'something is wrong'
    expect(await backups.drill()).toBe(says)
    expect(await backups.state()).toMatchObject({
      madeAt: expect.any(Number),
      drill: { at: expect.any(Number), fault: says },
    })
    says = undefined
    expect(await backups.drill()).toBeUndefined()
    expect((await backups.state()).drill).toEqual({ at: expect.any(Number) })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('reports a damaged backup, and a missing one', async () => {
    const { backups, folder } = await withDrill()
    expect(await backups.drill()).toBe('There is no backup.')
    const { file } = await backups.make()
    const bytes = readFileSync(file)
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
    writeFileSync(file, bytes)
    expect(await backups.drill()).toContain('is damaged')
    expect((await backups.state()).drill?.fault).toContain(folder)
  })
})

test('a folder without write permission fails with one line, which is saved', async () => {
  const { place, database } = await filled()
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const backups = createBackups({
    ...deps(place, file),
    database,
    dataDir: newFolder(),
    migrations,
    examine: async () => undefined,
  })
  await expect(backups.make()).rejects.toThrow(/^BACKUP_DIR: .*: a file is where its folder should be \(EEXIST\)\.$/)
  expect((await backups.state()).failure).toEqual({
    at: expect.any(Number),
    reason: expect.stringContaining('BACKUP_DIR'),
  })
})

test('a backup or test that waits for another one has not failed', async () => {
  const folder = newFolder()
  const database = await openPlace(await newPlace())
  await migrate(database, migrations)
  const backups = createBackups({
    ...{
      location: { file: join(folder, 'clinic.db') },
      folder,
      keep: 3,
      sealing,
      database,
      dataDir: folder,
      migrations,
    },
    examine: async () => undefined,
  })
  const lock = takeLock(join(folder, '.lock'))
  await expect(backups.make()).rejects.toThrow(BusyError)
  await expect(backups.drill()).rejects.toThrow(BusyError)
  expect(await backups.state()).not.toHaveProperty('failure.reason')
  expect(await backups.state()).toMatchObject({ drill: undefined })
  if (lock.ok) lock.release()
})
