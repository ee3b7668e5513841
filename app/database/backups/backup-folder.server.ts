import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeLock } from '#app/database/lock-file.server.ts'
import { BusyError, OperatorError } from '#app/operator-error.ts'

/** A backup folder has many files with data, and one with the newest record keys (product decisions, 'Health data'). */
export const keyFileName = 'clinic.keys'

/** Names sort by time. Backups before upgrades are counted apart: failing starts must not push out the nightly ones. */
const dataFileName = /^clinic-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(-before-upgrade)?\.backup$/
export const toDataFileName = (at: number, isBeforeUpgrade: boolean) =>
  `clinic-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}${isBeforeUpgrade ? '-before-upgrade' : ''}.backup`

const temporarySuffix = '.partial'
const maxBeforeUpgrades = 2

/** Names of the data files, the newest first. */
export async function listDataFiles(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => dataFileName.test(name))
    .toSorted()
    .toReversed()
}

/** One process at a time; the lock ends with its process. First removes what a killed process left. */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(join(folder, '.lock'))
  if (!lock.ok)
    throw lock.reason === 'taken'
      ? new BusyError(`BACKUP_DIR: another process is making a backup in ${folder}, or testing one. Try again later.`)
      : new OperatorError(`BACKUP_DIR: ${folder} cannot be written to.`)
  try {
    for (const name of await readdir(folder)) if (name.endsWith(temporarySuffix)) await rm(join(folder, name))
    return await work()
  } finally {
    lock.release()
  }
}

/** Writes and syncs a temporary file; only `commit` gives it the name `file`. */
export async function writeTemporaryFile(file: string, contents: AsyncIterable<Uint8Array>) {
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`
  const discard = () => rm(temporary, { force: true })
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(contents)
    await handle.sync()
    const { size } = await handle.stat()
    return {
      bytes: size,
      async commit() {
        await rename(temporary, file)
        await syncToDisk(dirname(file))
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  } finally {
    await handle.close()
  }
}

/** For a folder, makes its new names survive a power failure. */
export async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

/** Deletes the oldest data files beyond so many of each kind. */
export async function prune(folder: string, keep: number) {
  const files = await listDataFiles(folder)
  const isBeforeUpgrade = (name: string) => name.includes('-before-upgrade')
  const old = [
    ...files.filter((name) => !isBeforeUpgrade(name)).slice(keep),
    ...files.filter(isBeforeUpgrade).slice(maxBeforeUpgrades),
  ]
  for (const name of old) await rm(join(folder, name), { force: true })
}
