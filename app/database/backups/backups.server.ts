import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { access, constants, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import type { Migration } from '#app/database/migrate.server.ts'
import { alone, listDataFiles, writeAside } from './backup-folder.server.ts'
import { type About, readAbout } from './contents.server.ts'
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.server.ts'
import { noteErasure } from './erased-list.server.ts'
import type { Erasure } from './erasure.ts'
import { checkBackup, fillFromBackup } from './restore.server.ts'
import { fillFile, removeFile } from './restore-target.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** How backups went; times are epoch milliseconds. */
export type BackupState = {
  /** Since when there might have been one. */
  since: number
  madeAt?: number
  /** The last try, unless it went well, in one line for the operator. */
  failure?: { at: number; reason: string }
  /** When the newest one was last restored to see whether it can be, and what was wrong. */
  drill?: { at: number; fault?: string }
  /** A disk that breaks would take the backups with it. */
  onDiskOfData: boolean
  /** The folder of the backups, if this process may not write there. */
  notWritable?: string
}

/** The audit trail's head when a backup was made. */
export type BackupHead = { takenAt: number; count: number; hmac: string }

export type Backups = {
  /** Makes one now and keeps how it went. Throws `OperatorError` with a line for the operator. */
  make(options?: { signal?: AbortSignal }): Promise<MadeBackup>
  /** Restores the newest backup into a file beside the data, has it looked at, and keeps what came out: what is wrong, or undefined. */
  drill(): Promise<string | undefined>
  /** Encrypts the data files again that a former ENCRYPTION_KEY opens. Answers the names of those that do not open. */
  reseal(): Promise<string[]>
  state(): Promise<BackupState>
  /** Of the audit trail, as the newest backup has it; undefined when there is none that this process can read. */
  newestHead(): Promise<BackupHead | undefined>
  /** That a person was erased, for when one of these backups is restored. */
  noteErasure(entry: Erasure): Promise<void>
}

type Deps = BackupDeps & {
  database: Database
  dataDir: string
  migrations: Migration[]
  /** What is wrong with a database that was restored, if anything; it knows the audit trail's head of that time. */
  examine(restored: Database, head: About['audit']): Promise<string | undefined>
}

export function createBackups({ database, dataDir, migrations, examine, ...deps }: Deps): Backups {
  const { folder, sealing } = deps
  const keep = (changed: object) =>
    database.transaction((tx) => tx.updateTable('backupState').set(changed).where('id', '=', 'last').execute())

  async function restoreNewest(scratch: string) {
    const [newest] = await listDataFiles(folder)
    if (!newest) return 'There is no backup.'
    const backup = await checkBackup({ file: join(folder, newest), sealing }, migrations)
    await fillFile(scratch, (into) => fillFromBackup(into, backup, migrations))
    const restored = openDatabase({ file: scratch })
    try {
      return (await faultOfFile(restored)) ?? (await examine(restored, backup.about.audit))
    } finally {
      await restored.close()
    }
  }

  return {
    async make(options = {}) {
      const now = Date.now()
      try {
        const made = await makeBackup(deps, { now, ...options })
        await keep({ madeAt: now, bytes: made.bytes, failedAt: null, failure: null })
        return made
      } catch (error) {
        // One that was called off did not fail.
        if (!options.signal?.aborted)
          await keep({
            failedAt: now,
            failure: error instanceof OperatorError ? error.message : 'The backup failed; the log says why.',
          })
        throw error
      } finally {
        // What was deleted while the snapshot was read could not be forgotten.
        database.forgetOldPages()
      }
    },
    async drill() {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      const fault = await alone(folder, async () => {
        for (const name of await readdir(dataDir))
          if (name.startsWith(scratchPrefix)) await removeFile(join(dataDir, name))
        const scratch = join(dataDir, `${scratchPrefix}${randomBytes(4).toString('hex')}`)
        try {
          return await restoreNewest(scratch)
        } catch (error) {
          if (error instanceof OperatorError) return error.message
          await keep({ drilledAt: Date.now(), drillFault: 'The newest backup couldn’t be tested; the log says why.' })
          throw error
        } finally {
          await removeFile(scratch)
        }
      })
      await keep({ drilledAt: Date.now(), drillFault: fault ?? null })
      return fault
    },
    async reseal() {
      return alone(folder, async () => {
        const closed: string[] = []
        for (const name of await listDataFiles(folder)) {
          const file = join(folder, name)
          if (!(await sealing.isOld(file))) continue
          const written = await writeAside(file, async (put) => {
            for await (const bytes of sealing.seal('data', sealing.open('data', file))) await put(bytes)
          }).catch((error: unknown) => {
            if (error instanceof OperatorError) return closed.push(name)
            throw error
          })
          if (typeof written === 'object') await written.keep()
        }
        return closed
      })
    },
    async newestHead() {
      const [newest] = await listDataFiles(folder)
      if (!newest) return undefined
      const file = join(folder, newest)
      try {
        const { takenAt, audit, lineage } = await readAbout(file, sealing.open('data', file))
        const own = await database.db.selectFrom('backupState').select('lineage').executeTakeFirst()
        return audit && lineage === own?.lineage ? { takenAt, ...audit } : undefined
      } catch (error) {
        // That it cannot be read is told by the nightly try of it.
        if (error instanceof OperatorError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    noteErasure: (entry) => noteErasure(folder, entry),
    async state() {
      const row = await database.db.selectFrom('backupState').selectAll().executeTakeFirstOrThrow()
      return {
        since: row.since,
        ...(row.madeAt !== null && { madeAt: row.madeAt }),
        ...(row.failedAt !== null && { failure: { at: row.failedAt, reason: row.failure ?? '' } }),
        ...(row.drilledAt !== null && {
          drill: { at: row.drilledAt, ...(row.drillFault !== null && { fault: row.drillFault }) },
        }),
        onDiskOfData: 'file' in deps.place && deviceOf(folder) === deviceOf(deps.place.file),
        ...(!(await mayWrite(folder)) && { notWritable: folder }),
      }
    },
  }
}

const scratchPrefix = 'drill-'

async function faultOfFile({ db }: Database) {
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db)
  if (rows[0]?.integrityCheck !== 'ok') return 'What was restored isn’t a complete database.'
  const orphans = await sql`pragma foreign_key_check`.execute(db)
  return orphans.rows.length > 0 ? 'What was restored refers to rows that don’t exist.' : undefined
}

/** Of the nearest folder above that is there. */
/** The first backup makes the folder, so before that the one above it counts. */
function mayWrite(folder: string): Promise<boolean> {
  if (!existsSync(folder) && dirname(folder) !== folder) return mayWrite(dirname(folder))
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}

function deviceOf(path: string): number {
  return existsSync(path) ? statSync(path).dev : deviceOf(dirname(path))
}
