import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type ScratchFolders = ReturnType<typeof createScratchFolders>

/** Longer than any request or picture takes: another process may be at work in the same place. */
const oldAfter = 60 * 60_000

/** Folders for files that only one piece of work needs, which only this user can read. */
export function createScratchFolders(place: string) {
  return {
    /** The folder is made when it is first asked for, and removed when the work has ended, however it did. */
    async use<Result>(work: (folder: () => Promise<string>) => Promise<Result>) {
      let folder: Promise<string> | undefined
      try {
        return await work(() => (folder ??= makeFolder(place)))
      } finally {
        const made = await folder?.catch(() => undefined)
        if (made) await rm(made, { recursive: true, force: true })
      }
    },
    /** What a process left that was killed. */
    async removeOld(now: number) {
      for (const name of await listIfThere(place)) {
        const folder = join(place, name)
        const found = await stat(folder).catch(() => undefined)
        if (found && found.mtimeMs < now - oldAfter) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function makeFolder(place: string) {
  await mkdir(place, { recursive: true, mode: 0o700 })
  return mkdtemp(join(place, 'work-'))
}

async function listIfThere(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
