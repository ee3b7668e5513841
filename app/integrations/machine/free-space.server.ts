import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Bytes that are free for us on the disk of a folder, or of the nearest one above it that is there. */
export async function freeSpace(folder: string): Promise<number> {
  if (!existsSync(folder)) return freeSpace(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
