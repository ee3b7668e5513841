import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeLock } from '#app/database/lock-file.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** The files of a backup folder: many with data, and the newest record keys (product decisions, 'Health data'). */
export const keyFileName = 'clinic.keys'

/** Names sort by time. Those from before an upgrade are kept apart: failing starts must not push out the nightly ones. */
const dataFileName = /^clinic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(-before-upgrade)?\.backup$/
export const dataFileOf = (at: number, isBeforeUpgrade: boolean) =>
  `clinic-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}${isBeforeUpgrade ? '-before-upgrade' : ''}.backup`

const partial = '.partial'
const keptBeforeUpgrades = 2

/** Names of the data files, the newest first. */
export async function listDataFiles(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => dataFileName.test(name))
    .toSorted()
    .toReversed()
}

/** One process at a time; whoever dies lets go. `work` finds a folder without remains of those who died. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(folder, '.lock'))
  if (!lock.ok)
    throw new OperatorError(
      lock.reason === 'taken'
        ? `BACKUP_DIR: another process is making a backup in ${folder}.`
        : `BACKUP_DIR: ${folder} cannot be written to.`,
    )
  try {
    for (const name of await readdir(folder)) if (name.endsWith(partial)) await rm(join(folder, name))
    return await work()
  } finally {
    lock.release()
  }
}

/** Writes a file that is whole or not there: aside, onto the disk, and only `keep` gives it its name. */
export async function writeAside(file: string, write: (put: (bytes: Uint8Array) => Promise<void>) => Promise<void>) {
  const aside = `${file}.${randomBytes(4).toString('hex')}${partial}`
  const handle = await open(aside, 'wx', 0o600)
  let bytes = 0
  try {
    await write(async (some) => {
      // `write` may write less than it was given, on a disk that is nearly full.
      for (let from = 0; from < some.length;) from += (await handle.write(some, from)).bytesWritten
      bytes += some.length
    })
    await handle.sync()
  } catch (error) {
    await handle.close()
    await rm(aside, { force: true })
    throw error
  }
  await handle.close()
  return {
    bytes,
    async keep() {
      await rename(aside, file)
      await syncFolder(dirname(file))
    },
    drop: () => rm(aside, { force: true }),
  }
}

/** So that a power failure does not take back a new name. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Deletes the oldest data files beyond so many of each kind. */
export async function prune(folder: string, keep: number) {
  const files = await listDataFiles(folder)
  const isBeforeUpgrade = (name: string) => name.includes('-before-upgrade')
  const old = [
    ...files.filter((name) => !isBeforeUpgrade(name)).slice(keep),
    ...files.filter(isBeforeUpgrade).slice(keptBeforeUpgrades),
  ]
  for (const name of old) await rm(join(folder, name), { force: true })
}
