import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, type DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { keyFileName, writeTemporaryFile } from '#app/database/backups/backup-folder.server.ts'
import { type BackupManifest, compress, readContents, writeContents } from '#app/database/backups/contents.server.ts'
import { writeRows } from '#app/database/backups/rows.server.ts'
import type { TableShape } from '#app/database/backups/table-shapes.server.ts'
import { openSqliteFile, plugins, sqliteDialectOn } from '#app/database/dialect.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import { unpackChanges } from './changes-object.server.ts'
import { type CopyLocks, type CopyStore } from './copy-deps.ts'
import { type CopyObject, epochsPrefix, findChangesAfter, keysName, listBases, parseName } from './copy-names.ts'
import { OperatorError } from '#app/operator-error.ts'

type Deps = { store: Pick<CopyStore, 'list' | 'get' | 'stream'>; locks: CopyLocks; log(line: string): void }

type GatherOptions = {
  /** An empty folder for the backup. */
  folder: string
  /** Only the database as it was then. */
  at?: { epoch: number; sequence: number } | undefined
}

/** `until`: everything committed before is in it. */
export type Gathered = { file: string; until: number; changes: number }

/**
 * Makes a backup of what the copy has: its newest base that can be read, and all changes after it up to the first that is
 * missing or damaged. The record keys are those the place has now. Throws `OperatorError`.
 */
export async function gatherCopy(deps: Deps, { folder, at }: GatherOptions): Promise<Gathered> {
  const all = (await deps.store.list(epochsPrefix)).flatMap(({ key }) => parseName(key) ?? [])
  const objects = at ? all.filter(({ epoch, sequence }) => epoch === at.epoch && sequence <= at.sequence) : all
  const bases = listBases(objects)
  if (bases.length === 0) throw new OperatorError('COPY_URL: the place has no complete copy.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await fetchKeys(deps, join(folder, keyFileName))
  for (const base of bases) {
    try {
      return await gatherFrom(deps, folder, base, findChangesAfter(base, objects))
    } catch (error) {
      if (!(error instanceof OperatorError) || base === bases.at(-1)) throw error
      deps.log(`${error.message} The copy before it is tried.`)
    }
  }
  throw new Error('unreachable')
}

async function gatherFrom(deps: Deps, folder: string, base: CopyObject, changes: CopyObject[]): Promise<Gathered> {
  const scratch = join(folder, 'gathered.db')
  const connection = openSqliteFile(scratch)
  // Of use only when it is complete, so nothing in it has to survive a power failure.
  connection.exec('pragma synchronous = off; pragma journal_mode = memory')
  const db = new Kysely<Tables>({ dialect: sqliteDialectOn(connection), plugins: plugins.sqlite })
  try {
    const manifest = await fillFromBase(deps, { folder, db }, base)
    const applied = await applyChanges(deps, connection, changes)
    const until = applied.until ?? manifest.takenAt
    const file = join(folder, `clinic-${new Date(until).toISOString().replaceAll(/[:.]/g, '-')}.backup`)
    const lines = writeContents(db, { ...manifest, takenAt: until, audit: await readAuditHead(db, manifest) })
    await (await writeTemporaryFile(file, deps.locks.files.seal('data', compress(lines)))).commit()
    return { file, until, changes: applied.count }
  } finally {
    await db.destroy()
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${scratch}${ending}`, { force: true })
  }
}

/** Into tables that have a primary key and no other rule: the backup is checked by all rules when it is restored. */
async function fillFromBase({ store, locks }: Deps, { folder, db }: { folder: string; db: Db }, { key }: CopyObject) {
  const encrypted = await store.stream(key)
  if (!encrypted) throw missing(key)
  const file = join(folder, 'base')
  await writeFile(file, locks.decrypt(encrypted, key), { mode: 0o600 })
  const made = new Set<string>()
  const { manifest } = await readContents(file, locks.files.open('data', file), async (shape, rows) => {
    if (!made.has(shape.name)) await createBareTable(db, shape)
    made.add(shape.name)
    await writeRows(db, shape, rows)
  }).catch((error: unknown) => {
    // That file is deleted again.
    throw error instanceof OperatorError ? new OperatorError(error.message.replace(file, `${key} of the copy`)) : error
  })
  for (const shape of manifest.tables) if (!made.has(shape.name)) await createBareTable(db, shape)
  await rm(file)
  return manifest
}

const bareTypes = { text: 'text', integer: 'integer', bytes: 'blob', date: 'text' }

async function createBareTable(db: Db, { name, columns, key }: TableShape) {
  const all = columns.map((column) => sql`${sql.ref(column.name)} ${sql.raw(bareTypes[column.kind])}`)
  await sql`create table ${sql.table(name)} (${sql.join(all)}, primary key (${sql.join(key.map((one) => sql.ref(one)))}))`.execute(
    db.withoutPlugins(),
  )
}

const fetchedAtOnce = 16

/** In their order, until one is missing or damaged. */
async function applyChanges({ store, locks, log }: Deps, connection: DatabaseSync, changes: CopyObject[]) {
  let until: number | undefined
  let count = 0
  for (let start = 0; start < changes.length; start += fetchedAtOnce) {
    const some = changes.slice(start, start + fetchedAtOnce)
    const fetched = await Promise.all(some.map(({ key }) => store.get(key)))
    for (const [index, bytes] of fetched.entries()) {
      const key = some[index]?.key ?? ''
      try {
        if (!bytes) throw missing(key)
        const unpacked = await unpackChanges(locks, key, bytes)
        if (!connection.applyChangeset(unpacked.changeset, { onConflict }))
          throw new OperatorError(`${key} in the copy does not fit what is before it.`)
        until = unpacked.until
        count += 1
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        log(`${error.message} It and what came later is not used.`)
        return { until, count }
      }
    }
  }
  return { until, count }
}

/** Dates are written in one form by a base, and as they are by changes. Anything else that differs is a fault. */
const onConflict = (kind: number) =>
  kind === constants.SQLITE_CHANGESET_DATA ? constants.SQLITE_CHANGESET_REPLACE : constants.SQLITE_CHANGESET_ABORT

async function readAuditHead(db: Db, { tables }: BackupManifest) {
  if (!tables.some(({ name }) => name === 'audit_head')) return null
  const head = await db.selectFrom('auditHead').select(['count', 'hmac']).where('id', '=', 'head').executeTakeFirst()
  return head ?? null
}

async function fetchKeys({ store, locks }: Deps, file: string) {
  const encrypted = await store.stream(keysName)
  if (!encrypted)
    throw new OperatorError(
      'keys is missing from the copy, so nothing in it can be read. Restore a backup file instead.',
    )
  await writeFile(file, locks.decrypt(encrypted, keysName), { mode: 0o600 })
}

const missing = (key: string) => new OperatorError(`${key} is missing from the copy.`)
