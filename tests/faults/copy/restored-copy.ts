import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { replaceDatabase } from '#app/database/backups/restore-target.server.ts'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { gatherCopy } from '#app/database/copy/gather-copy.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { openCopyLocks } from '#app/vault/copy-locks.server.ts'
import type { CopyPlace } from './place.ts'

type Found = { until: number; lines: string[]; database: Database }

/** Restores the copy into an empty folder, as another machine would, and hands over the database for a while. */
export async function withRestoredCopy<Answer>(
  { store, identity }: CopyPlace,
  encryptionKey: string,
  work: (found: Found) => Promise<Answer>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-from-copy-'))
  try {
    const locks = openCopyLocks(identity, async () => [encryptionKey])
    const lines: string[] = []
    const { file, until } = await gatherCopy({ store, locks, log: (line) => void lines.push(line) }, { folder })
    const backup = await checkBackup({ file, sealing: locks.files }, migrations)
    const into = { file: join(folder, 'clinic.db') }
    await replaceDatabase(into, { force: false }, (target) => fillFromBackup(target, backup, migrations))
    const database = openDatabase(into)
    return await work({ until, lines, database }).finally(() => database.close())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
