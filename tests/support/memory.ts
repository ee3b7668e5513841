import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Whether the memory that processes share has room, which is small in many containers. */
export function hasSharedMemory() {
  if (process.platform !== 'linux' || !existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1024 ** 3
}

/**
 * Where tests have their databases: in memory, where a commit waits for no disk, if there is room. Ending a process loses
 * nothing there. Tests about the disk itself have one of their own (`openDisk`).
 */
export const databaseFolder = () => (hasSharedMemory() ? '/dev/shm' : tmpdir())
