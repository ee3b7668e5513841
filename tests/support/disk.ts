import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a small disk of its own, where whoever runs this may mount one; else only a folder. */
export type Disk = {
  folder: string
  isMounted: boolean
  /** Leaves not a page free. */
  fill(): void
  free(): void
  /** Throws while anybody has a file there open for writing. */
  makeReadOnly(isReadOnly: boolean): void
  remove(): void
}

/** It is gone with whoever opened it, however that one ends. */
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
 * A process of its own, which removes the disk once it hears nothing of us any more: whoever is killed can remove nothing.
 * In a group of its own, or it would be killed with us.
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
  // It may be gone already.
  stdin.on('error', () => {})
  return { dismiss: () => void stdin.end() }
}

function removeDisk(folder: string) {
  try {
    // Even while somebody still looks into it.
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
  } catch {
    // No disk of its own.
  }
  rmSync(folder, { recursive: true, force: true })
}

function mount(folder: string, megabytes: number) {
  try {
    // PostgreSQL runs under a user of its own, which has to reach its folder.
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
