import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { canWrite, findExisting } from '#app/database/can-write.ts'
import type { Database } from '#app/database/connection.server.ts'
import { withFolderLock, listDataFiles, writeTemporaryFile } from './backup-folder.server.ts'
import { readManifest } from './contents.server.ts'
import { type BackupDeps, makeBackup } from './make-backup.server.ts'
import { type Erasure, noteErasure } from './erased-list.server.ts'
import { checkBackup } from './restore.server.ts'
import { removeFile } from './restore-target.server.ts'
import { tryRestore, type TryRestoreDeps } from './try-restore.server.ts'
import { explainDamage } from '#app/database/explain-damage.ts'
import { BusyError, OperatorError } from '#app/operator-error.ts'

/** Times are epoch milliseconds. */
export type BackupState = {
  /** Since when there could have been a backup. */
  since: number
  madeAt?: number
  /** Of the last try, in one line for the operator; absent if it succeeded. */
  failure?: { at: number; reason: string }
  /** The last test restore of the newest backup, and what was wrong. */
  drill?: { at: number; fault?: string }
  /** One broken disk would then lose both. */
  onDiskOfData: boolean
  /** The folder of the backups, if this process may not write there. */
  notWritable?: string
}

export type Backups = ReturnType<typeof createBackups>

type Deps = BackupDeps & TryRestoreDeps & { database: Database; dataDir: string }

export function createBackups({ database, dataDir, migrations, examine, ...deps }: Deps) {
  const { folder, sealing } = deps
  const saveState = (changes: object) =>
    database.transaction((tx) => tx.updateTable('backupState').set(changes).where('id', '=', 'last').execute())

  async function restoreNewest(scratch: string) {
    const [newest] = await listDataFiles(folder)
    if (!newest) return 'There is no backup.'
    const backup = await checkBackup({ file: join(folder, newest), sealing }, migrations)
    return tryRestore({ migrations, examine }, backup, scratch)
  }

  return {
    /** Makes a backup now and records how it went. Throws `OperatorError`. */
    async make(options: { signal?: AbortSignal } = {}) {
      const now = Date.now()
      try {
        const made = await makeBackup(deps, { now, ...options })
        await saveState({ madeAt: now, bytes: made.bytes, failedAt: null, failure: null })
        return made
      } catch (error) {
        // A backup that was stopped, or that another process is making, did not fail.
        if (!options.signal?.aborted && !(error instanceof BusyError))
          await saveState({
            failedAt: now,
            failure:
              error instanceof OperatorError
                ? error.message
                : (explainDamage(error) ?? 'The backup failed; the log says why.'),
          }).catch(() => {
            // What fills the disk of the backups may fill that of the database too; the first error says more.
          })
        throw error
      } finally {
        // The journal could not be truncated while the snapshot was read.
        database.truncateJournal()
      }
    },
    /** Restores the newest backup next to the data, examines it, and records and returns what is wrong, if anything. */
    async drill() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      const fault = await withFolderLock(folder, async () => {
        for (const name of await readdir(dataDir))
          if (name.startsWith(scratchPrefix)) await removeFile(join(dataDir, name))
        const scratch = join(dataDir, `${scratchPrefix}${randomBytes(4).toString('hex')}`)
        try {
          return await restoreNewest(scratch)
        } catch (error) {
          if (error instanceof OperatorError) return error.message
          await saveState({
            drilledAt: Date.now(),
            drillFault: 'The newest backup couldn’t be tested; the log says why.',
          })
          throw error
        } finally {
          await removeFile(scratch)
        }
      })
      await saveState({ drilledAt: Date.now(), drillFault: fault ?? null })
      return fault
    },
    /** Encrypts data files of a former ENCRYPTION_KEY again. Returns the names of those that cannot be opened. */
    reseal: () =>
      withFolderLock(folder, async () => {
        const closed: string[] = []
        for (const name of await listDataFiles(folder)) {
          const file = join(folder, name)
          if (!(await sealing.isOld(file))) continue
          try {
            const written = await writeTemporaryFile(file, sealing.seal('data', sealing.open('data', file)))
            await written.commit()
          } catch (error) {
            if (!(error instanceof OperatorError)) throw error
            closed.push(name)
          }
        }
        return closed
      }),
    /** The audit trail's head in the newest backup; undefined if this process can read none. */
    async newestHead() {
      const [newest] = await listDataFiles(folder)
      if (!newest) return undefined
      const file = join(folder, newest)
      try {
        const { takenAt, audit, lineage } = await readManifest(file, sealing.open('data', file))
        const row = await database.db.selectFrom('backupState').select('lineage').executeTakeFirst()
        return audit && lineage === row?.lineage ? { takenAt, ...audit } : undefined
      } catch (error) {
        // The nightly drill reports that it cannot be read.
        if (error instanceof OperatorError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    /** Records that a person was erased, for when one of these backups is restored. */
    noteErasure: (entry: Erasure) => noteErasure(folder, entry),
    async state(): Promise<BackupState> {
      const row = await database.db.selectFrom('backupState').selectAll().executeTakeFirstOrThrow()
      return {
        since: row.since,
        madeAt: row.madeAt ?? undefined,
        failure: row.failedAt === null ? undefined : { at: row.failedAt, reason: row.failure ?? '' },
        drill: row.drilledAt === null ? undefined : { at: row.drilledAt, fault: row.drillFault ?? undefined },
        onDiskOfData: 'file' in deps.location && findDevice(folder) === findDevice(deps.location.file),
        notWritable: (await canWrite(folder)) ? undefined : folder,
      }
    },
  }
}

const scratchPrefix = 'drill-'

const findDevice = (path: string) => statSync(findExisting(path)).dev
