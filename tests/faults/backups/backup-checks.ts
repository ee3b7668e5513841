import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withFolderLock, keyFileName, listDataFiles } from '#app/database/backups/backup-folder.server.ts'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { createSqliteFile } from '#app/database/backups/restore-target.server.ts'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'
import { missing } from '../forms/compare.ts'
import type { Answered } from '../forms/visitors.ts'
import type { World } from '../world.ts'
import { OperatorError } from '#app/operator-error.ts'

/** The folder of a site's backups. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR = '' }: Record<string, string>) =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups')

export const encryptionKey = ({ ENCRYPTION_KEY, DATA_DIR = '' }: Record<string, string>) =>
  ENCRYPTION_KEY ?? readFileSync(join(DATA_DIR, 'encryption-key'), 'utf8').trim()
export const sessionSecret = ({ SESSION_SECRET, DATA_DIR = '' }: Record<string, string>) =>
  SESSION_SECRET ?? readFileSync(join(DATA_DIR, 'session-secret'), 'utf8').trim()

/** Restores every file that is offered as a complete backup, once, even if the process that made it was killed. */
export function createBackupChecks({ settings }: World, answered: Answered[]) {
  const folder = backupFolder(settings)
  const seen = new Set<string>()
  const sealing = createFileSealing(async () => [encryptionKey(settings)])

  /** Returns the violations of one backup as sentences. */
  async function check(name: string) {
    const scratch = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
    try {
      const backup = await checkBackup({ file: join(folder, name), sealing }, migrations)
      const file = join(scratch, 'clinic.db')
      await createSqliteFile(file, (into) => fillFromBackup(into, backup, migrations))
      const restored = openDatabase({ file })
      const { stored, badSums } = await readStored(restored).finally(() => restored.close())
      return [
        ...missing(answered, stored, { until: backup.manifest.takenAt, from: `${name}, which was begun later` }),
        ...badSums.map((number) => `lost: order ${number} in ${name} is not the sum of its lines`),
      ]
    } catch (error) {
      return [`lost: ${name} is offered as whole and cannot be restored: ${String(error)}`]
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  }

  return {
    restored: () => seen.size,
    /** Holds the lock of the folder, because making another backup would replace the keys. */
    checkNewOnes: () =>
      until(
        () =>
          withFolderLock(folder, async () => {
            const violations: string[] = []
            for (const name of await listDataFiles(folder)) {
              if (seen.has(name)) continue
              violations.push(...(await check(name)))
              seen.add(name)
            }
            return violations
          }).catch((error: unknown) => {
            if (error instanceof OperatorError) return undefined
            throw error
          }),
        5 * 60_000,
      ),
    /** Finds files that belong to no backup, and folders that drills left behind. */
    async remains() {
      const known = [keyFileName, '.lock', ...(await listDataFiles(folder))]
      const left = readdirSync(folder).filter((name) => !known.includes(name))
      const drills = readdirSync(settings.DATA_DIR ?? '').filter((name) => name.startsWith('drill-'))
      return [
        ...left.map((name) => `${name} was left in the folder of the backups`),
        ...drills.map((name) => `${name} was left beside the data`),
      ]
    },
  }
}
