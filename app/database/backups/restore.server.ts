import { basename, dirname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { type Migration, migrateInTransaction } from '#app/database/migrate.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { keyFileName } from './backup-folder.server.ts'
import { readContents, type WriteRows } from './contents.server.ts'
import type { FileSealing } from './make-backup.server.ts'
import { createTally, readRows, writeRows } from './rows.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type BackupFiles = { file: string; sealing: FileSealing }

/** Both files of a backup, after their integrity was verified. */
export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

/** Throws `OperatorError` if anything is wrong with the backup. */
export async function checkBackup({ file, sealing }: BackupFiles, migrations: Migration[]) {
  const keyFile = join(dirname(file), keyFileName)
  let sessionFingerprint: string | undefined
  const data = await readPart({ file, sealing }, 'data', async ({ name, columns }, rows) => {
    if (name !== 'secret_fingerprints') return
    const [of, is] = ['name', 'fingerprint'].map((wanted) => columns.findIndex((column) => column.name === wanted))
    sessionFingerprint = rows.find((row) => row[of!] === 'session')?.[is!]?.toString()
  })
  const unknown = data.manifest.migrations.filter((name) => !migrations.some((known) => known.name === name))
  if (unknown.length > 0)
    throw new OperatorError(
      `${file} was made by a newer version, or by one before 0.9.0 (it has ${unknown[0]}). Restore it with that version.`,
    )
  const keys = await readPart({ file: keyFile, sealing }, 'keys')
  const [mine, theirs] = [data.manifest.lineage, keys.manifest.lineage]
  if (mine && theirs && mine !== theirs)
    throw new OperatorError(
      `${keyFile} belongs to another clinic’s backups. Use the one that came with ${basename(file)}.`,
    )
  return {
    file,
    sealing,
    manifest: data.manifest,
    tables: [...data.manifest.tables, ...keys.manifest.tables],
    tallies: new Map([...data.tallies, ...keys.tallies]),
    keyFile,
    /** Of the SESSION_SECRET that it was made with. */
    sessionFingerprint,
    /** Negative: the keys are older than the data, and anything sealed in between cannot be read. */
    keysNewerByMs: keys.manifest.takenAt - data.manifest.takenAt,
  }
}

async function readPart({ file, sealing }: BackupFiles, part: 'data' | 'keys', write?: WriteRows) {
  const read = await readContents(file, sealing.open(part, file), write)
  if (read.manifest.kind !== part) throw new OperatorError(`${file} isn’t the kind of file its name says it is.`)
  return read
}

/**
 * Fills an empty database from a checked backup, in the caller's transaction: creates the tables as they were, inserts the
 * rows, compares what was stored with the backup's checksums, and migrates.
 */
export async function fillFromBackup(
  { kind, tx }: { kind: DatabaseKind; tx: Tx },
  { file, keyFile, sealing, manifest, tables, tallies }: CheckedBackup,
  migrations: Migration[],
) {
  await migrateInTransaction(
    kind,
    tx,
    migrations.filter(({ name }) => manifest.migrations.includes(name)),
  )
  // Some migrations insert rows; the backup's rows replace them.
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
  const write: WriteRows = (shape, rows) => writeRows(tx, shape, rows)
  await readPart({ file, sealing }, 'data', write)
  await readPart({ file: keyFile, sealing }, 'keys', write)
  for (const shape of tables) {
    const tally = createTally()
    for await (const rows of readRows(tx, shape)) {
      rows.forEach(tally.add)
      await yieldToEventLoop()
    }
    const [actual, expected] = [tally.result(), tallies.get(shape.name)]
    if (actual.rows !== expected?.rows || actual.sum !== expected.sum)
      throw new OperatorError(`The table ${shape.name} changed while it was restored, so nothing was restored.`)
  }
  await migrateInTransaction(kind, tx, migrations)
}
