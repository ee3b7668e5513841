import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { makeBackup } from '#app/database/backups/make-backup.server.ts'
import { checkBackup } from '#app/database/backups/restore.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { checkFingerprints } from '#app/vault/secrets.server.ts'
import { openVault } from '#app/vault/vault.server.ts'
import type { LongWork } from '#tests/processes/backup-work.ts'
import { type DatabaseKind, databaseKinds } from '#tests/support/databases.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'

const [from, to] = ['k'.repeat(44), 'n'.repeat(44)] as const
const sealing = createFileSealing(async () => [from, to])
const records = 400
const record = (index: number) => ({ purpose: 'condition', id: `record ${index}` })

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-kills-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const newLocation = async (kind: DatabaseKind): Promise<DatabaseLocation> =>
  kind === 'postgres' ? { url: await newPostgresDatabase() } : { file: join(newFolder(), 'clinic.db') }

/** A database large enough for each operation to take a while. */
async function filled(kind: DatabaseKind) {
  const location = await newLocation(kind)
  const database = openDatabase(location)
  onTestFinished(() => database.close())
  await migrate(database, migrations)
  await checkFingerprints(database, { session: 's'.repeat(40), encryption: from })
  const vault = openVault({ database, log: pino({ level: 'silent' }), keys: createKeyRing(database, () => [from]) })
  const sealed = await database.transaction(async (tx) => {
    const all: Uint8Array[] = []
    for (let index = 0; index < records; index += 1) all.push(await vault.seal(tx, record(index), `text ${index}`))
    for (let index = 0; index < 25; index += 1)
      await tx
        .insertInto('blogPictures')
        .values({ id: `p${index}`, mediaType: 'image/png', bytes: randomBytes(100_000) })
        .execute()
    return all
  })
  return { location, database, sealed }
}

/** Starts the operation, kills it after `killAfterMs` if given, and returns whether it completed. */
async function work(what: 'backup' | 'restore' | 'rotate', described: LongWork, killAfterMs?: number) {
  const script = 'tests/processes/backup-work.ts'
  const child = spawn(process.execPath, [script, what, JSON.stringify(described)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let timer: NodeJS.Timeout | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (killAfterMs !== undefined && said.includes('begun'))
        timer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    })
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  if (killAfterMs === undefined && !said.includes('done')) throw new Error(said)
  return said.includes('done')
}

/**
 * Kills the operation later and later, until it completes before it is killed, or until `check` finds that it was complete
 * except for its message.
 */
async function killRepeatedly(run: (afterMs: number) => Promise<boolean>, check: () => Promise<void | 'all-there'>) {
  let kills = 0
  for (let afterMs = 20; ; afterMs = afterMs * 3 + 10) {
    const ended = await run(afterMs)
    if ((await check()) === 'all-there' || ended) return kills
    kills += 1
  }
}

test.each(databaseKinds)(
  'a killed backup leaves no file that looks complete, on %s',
  { timeout: 90_000 },
  async (kind) => {
    const { location } = await filled(kind)
    const folder = newFolder()
    const described = { location, folder, from, to }
    await makeBackup({ location, folder, keep: 3, sealing }, { now: 1 })
    const dataFiles = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))
    const kills = await killRepeatedly(
      (afterMs) => work('backup', described, afterMs),
      async () => {
        for (const name of dataFiles()) await checkBackup({ file: join(folder, name), sealing }, migrations)
      },
    )
    expect(kills).toBeGreaterThan(1)
    await work('backup', described)
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
    expect(dataFiles().length).toBeLessThanOrEqual(3)
  },
)

test.each(databaseKinds)(
  'a killed restore leaves no database or a complete one, on %s',
  { timeout: 90_000 },
  async (kind) => {
    const { location } = await filled(kind)
    const folder = newFolder()
    const { file } = await makeBackup({ location, folder, keep: 3, sealing }, { now: 1 })
    const into = await newLocation(kind)
    const described = { location: into, folder, file, from, to }
    const count = async () => {
      const database = openDatabase(into)
      try {
        return (await database.db.selectFrom('recordKeys').select('id').execute()).length
      } catch {
        return 0
      } finally {
        await database.close()
      }
    }
    const kills = await killRepeatedly(
      (afterMs) => work('restore', described, afterMs),
      async () => {
        // Opening an empty location creates an empty file there, which is no database yet.
        const there = await count()
        expect([0, records]).toContain(there)
        return there === records ? 'all-there' : undefined
      },
    )
    expect(kills).toBeGreaterThan(1)
    expect(await count()).toBe(records)
    if ('file' in into)
      expect(readdirSync(join(into.file, '..')).filter((name) => name.includes('restoring'))).toEqual([])
  },
)

test.each(databaseKinds)(
  'a killed key rotation loses nothing and resumes, on %s',
  { timeout: 90_000 },
  async (kind) => {
    const { location, database, sealed } = await filled(kind)
    const described = { location, folder: newFolder(), from, to }
    const vaultWith = (...keys: [string, ...string[]]) =>
      openVault({ database, log: pino({ level: 'silent' }), keys: createKeyRing(database, () => keys) })
    const opens = async (vault: ReturnType<typeof vaultWith>) => {
      for (let index = 0; index < records; index += 37)
        expect((await vault.open(database.db, record(index), sealed[index]!))?.toString()).toBe(`text ${index}`)
    }
    await killRepeatedly(
      (afterMs) => work('rotate', described, afterMs),
      () => opens(vaultWith(from, to)),
    )
    await work('rotate', described)
    await opens(vaultWith(to))
    const acts = await database.db.selectFrom('auditEntries').select('act').execute()
    expect(acts).toEqual([{ act: 'keys.rotated' }])
  },
)
