import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync, existsSync, statfsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a separate small disk if this process may mount one, otherwise a plain folder. */
export type Disk = {
  folder: string
  isMounted: boolean
  /** Fills the disk completely. */
  fill(): void
  free(): void
  /** Throws while a file on it is open for writing. */
  makeReadOnly(isReadOnly: boolean): void
  remove(): void
}

/** The disk is removed when this process ends, even if it is killed. */
export function openDisk({ megabytes }: { megabytes: number }): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-disk-'))
  const caretaker = startCaretaker(folder)
  const isMounted = process.platform === 'linux' && process.getuid?.() === 0 && mount(folder, megabytes)
  const ballast = join(folder, 'ballast')
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'pipe' })
  return {
    folder,
    isMounted,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    makeReadOnly: (isReadOnly) => void remount(isReadOnly ? 'ro' : 'rw'),
    remove() {
      removeDisk(folder)
      caretaker.dismiss()
    },
  }
}

/**
 * A separate process that removes the disk once its stdin closes, because a killed process cannot clean up. It has its own
 * process group, so that it is not killed with this one.
 */
function startCaretaker(folder: string) {
  const words = 'cat > /dev/null; umount -l "$1" 2> /dev/null; rm -rf "$1"'
  const caretaker = spawn('sh', ['-c', words, 'caretaker', folder], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  caretaker.unref()
  const { stdin } = caretaker
  ;(stdin as Socket).unref()
  // The process may have ended already.
  stdin.on('error', () => {})
  return { dismiss: () => void stdin.end() }
}

function removeDisk(folder: string) {
  try {
    // Lazy, because a process may still use it.
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
  } catch {
    // Not mounted.
  }
  rmSync(folder, { recursive: true, force: true })
}

function mount(folder: string, megabytes: number) {
  try {
    // PostgreSQL runs as a separate user, who needs access to the folder.
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

function writeUntilFull(file: string) {
  const opened = openSync(file, 'a')
  try {
    for (const bytes of [1 << 20, 1 << 12]) fillWith(opened, Buffer.alloc(bytes))
  } finally {
    closeSync(opened)
  }
}

function fillWith(opened: number, piece: Buffer) {
  for (;;) {
    try {
      if (writeSync(opened, piece) < piece.length) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

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
