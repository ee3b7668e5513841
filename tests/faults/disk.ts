import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
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

export function openDisk({ megabytes }: { megabytes: number }): Disk {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  process.on('exit', remove)
  const isMounted = process.platform === 'linux' && process.getuid?.() === 0 && mount(folder, megabytes)
  const ballast = join(folder, 'ballast')
  const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'pipe' })
  return {
    folder,
    isMounted,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    makeReadOnly: (isReadOnly) => void remount(isReadOnly ? 'ro' : 'rw'),
    remove,
  }

  function remove() {
    process.off('exit', remove)
    removeDisk(folder)
  }
}

/** Its name tells whose it is. */
const prefix = 'clinic-torture-disk-'

/** Of runs that were killed, so that they could not remove theirs. */
export function removeLeftDisks() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) removeDisk(join(tmpdir(), name))
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
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
