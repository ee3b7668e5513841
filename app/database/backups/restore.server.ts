import { basename, dirname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseKind } from '#app/database/dialect.server.ts'
import { type Migration, migrateWithin } from '#app/database/migrate.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { keyFileName } from './backup-folder.server.ts'
import { type About, type Reading, readContents, type WasRead } from './contents.server.ts'
import type { FileSealing } from './make-backup.server.ts'
import { createTally, readFlags, readRows, type Tally, writeRows } from './rows.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type BackupFiles = { file: string; sealing: FileSealing }

/** Both files of a backup, after each byte of them was found to be as it was written. */
export type CheckedBackup = BackupFiles & {
  about: About
  tallies: Map<string, Tally>
  keyFile: string
  /** Negative: the keys are older than the data, and what was sealed in between cannot be read. */
  keysNewerByMs: number
}

/** Throws `OperatorError` with a line that says what is wrong. */
export async function checkBackup({ file, sealing }: BackupFiles, migrations: Migration[]): Promise<CheckedBackup> {
  const keyFile = join(dirname(file), keyFileName)
  const data = await readPart({ file, sealing }, 'data', {})
  const unknown = data.about.migrations.filter((name) => !migrations.some((known) => known.name === name))
  if (unknown.length > 0)
    throw new OperatorError(
      `${file} was made by a newer version (it has ${unknown.join(', ')}). Restore it with that version.`,
    )
  const keys = await readPart({ file: keyFile, sealing }, 'keys', {})
  const [mine, theirs] = [data.about.lineage, keys.about.lineage]
  if (mine && theirs && mine !== theirs)
    throw new OperatorError(
      `${keyFile} belongs to another clinic’s backups. Use the one that came with ${basename(file)}.`,
    )
  return {
    file,
    sealing,
    about: data.about,
    tallies: new Map([...data.tallies, ...keys.tallies]),
    keyFile,
    keysNewerByMs: keys.about.takenAt - data.about.takenAt,
  }
}

async function readPart({ file, sealing }: BackupFiles, part: 'data' | 'keys', reading: Reading): Promise<WasRead> {
  const read = await readContents(file, sealing.open(part, file), reading)
  if (read.about.kind !== part) throw new OperatorError(`${file} isn’t the kind of file its name says it is.`)
  return read
}

/**
 * Fills an empty database from a checked backup, in the caller's transaction: with the tables as they were, then brought
 * up to date. What stands in the database in the end is read back and compared with what the backup says.
 */
export async function fillFromBackup(
  { kind, tx }: { kind: DatabaseKind; tx: Tx },
  { file, keyFile, sealing, about, tallies }: CheckedBackup,
  migrations: Migration[],
) {
  await migrateWithin(
    kind,
    tx,
    migrations.filter(({ name }) => about.migrations.includes(name)),
  )
  const flags = await readFlags(kind, tx)
  const shapes: About['tables'] = []
  const reading: Reading = {
    async begin({ tables }) {
      shapes.push(...tables)
      // Some come with rows from their migration; those of the backup take their place.
      for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    },
    rows: (shape, rows) => writeRows(tx, shape, flags, rows),
  }
  await readPart({ file, sealing }, 'data', reading)
  await readPart({ file: keyFile, sealing }, 'keys', reading)
  for (const shape of shapes) {
    const tally = createTally()
    for await (const rows of readRows(tx, shape)) {
      rows.forEach(tally.add)
      await yieldToEventLoop()
    }
    const [found, wanted] = [tally.result(), tallies.get(shape.name)]
    if (found.rows !== wanted?.rows || found.sum !== wanted.sum)
      throw new OperatorError(`The table ${shape.name} changed while it was restored, so nothing was restored.`)
  }
  await migrateWithin(kind, tx, migrations)
}
