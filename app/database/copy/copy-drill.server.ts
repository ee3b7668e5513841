import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isKeys, type Manifest } from '#app/database/backups/make-backup.server.ts'
import { checkBackup } from '#app/database/backups/restore.server.ts'
import { createTally, readRows, type Tally } from '#app/database/backups/rows.server.ts'
import { tryRestore, type TryRestoreDeps } from '#app/database/backups/try-restore.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { ContinuousCopy } from './continuous-copy.server.ts'
import { type CopyLocks, type CopyStore } from './copy-deps.ts'
import { keysName } from './copy-names.ts'
import { gatherCopy } from './gather-copy.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type Deps = TryRestoreDeps & {
  database: Database
  copy: Pick<ContinuousCopy, 'readAtBoundary'>
  store: CopyStore
  locks: CopyLocks
  /** An empty folder for what is restored. */
  withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
}

/**
 * Restores the copy from the place, next to the data, and compares every row with the database as it was at one moment. Its
 * result is saved, and is what is wrong, if anything.
 */
export async function drillCopy(deps: Deps, now: number) {
  const fault = await findFault(deps).catch(async (error: unknown) => {
    if (error instanceof OperatorError) return error.message
    await save(deps.database, now, 'The continuous copy couldn’t be tested; the log says why.')
    throw error
  })
  await save(deps.database, now, fault)
  return fault
}

const save = ({ transaction }: Database, copyDrilledAt: number, fault: string | undefined) =>
  transaction((tx) =>
    tx
      .updateTable('backupState')
      .set({ copyDrilledAt, copyDrillFault: fault ?? null })
      .where('id', '=', 'last')
      .execute(),
  )

async function findFault({ copy, store, locks, withFolder, ...restore }: Deps) {
  const versions = await store.countVersions(keysName)
  if (versions > 1)
    return `COPY_URL: the place keeps ${versions} versions of the record keys, so erased texts could be read again. Turn versions off there, and delete the earlier ones.`
  const live = await copy.readAtBoundary(async (db, manifest, at) => ({ at, tallies: await tallyAll(db, manifest) }))
  return withFolder(async (folder) => {
    const problems: string[] = []
    const log = (line: string) => void problems.push(line)
    const { file } = await gatherCopy({ store, locks, log }, { folder, at: live.at })
    if (problems.length > 0) return problems[0]
    const backup = await checkBackup({ file, sealing: locks.files }, restore.migrations)
    const differing = [...live.tallies].find(([table, tally]) => !isSame(tally, backup.tallies.get(table)))
    if (differing) return `The table ${differing[0]} in the copy is not as in the database.`
    const scratch = join(folder, 'restored.db')
    return tryRestore(restore, backup, scratch).finally(() => rm(scratch, { force: true }))
  })
}

const isSame = (one: Tally, other: Tally | undefined) => one.rows === other?.rows && one.sum === other.sum

async function tallyAll(db: Db, { tables }: Manifest) {
  const tallies = new Map<string, Tally>()
  for (const shape of tables) {
    if (isKeys(shape)) continue
    const tally = createTally()
    for await (const rows of readRows(db, shape)) {
      rows.forEach(tally.add)
      await yieldToEventLoop()
    }
    tallies.set(shape.name, tally.result())
  }
  return tallies
}
