import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import type { Migration } from '#app/database/migrate.server.ts'
import type { BackupManifest } from './contents.server.ts'
import { type CheckedBackup, fillFromBackup } from './restore.server.ts'
import { createSqliteFile } from './restore-target.server.ts'

export type TryRestoreDeps = {
  migrations: Migration[]
  /** Returns what is wrong with a restored database, if anything; `head` is the audit trail's at the time of the backup. */
  examine(restored: Database, head: BackupManifest['audit']): Promise<string | undefined>
}

/** Restores into a file that nobody uses. Returns what is wrong with the result, if anything. */
export async function tryRestore({ migrations, examine }: TryRestoreDeps, backup: CheckedBackup, scratch: string) {
  await createSqliteFile(scratch, (into) => fillFromBackup(into, backup, migrations))
  const restored = openDatabase({ file: scratch })
  try {
    return (await findFault(restored)) ?? (await examine(restored, backup.manifest.audit))
  } finally {
    await restored.close()
  }
}

async function findFault({ db }: Database) {
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db)
  if (rows[0]?.integrityCheck !== 'ok') return 'What was restored isn’t a complete database.'
  const orphans = await sql`pragma foreign_key_check`.execute(db)
  return orphans.rows.length > 0 ? 'What was restored refers to rows that don’t exist.' : undefined
}
