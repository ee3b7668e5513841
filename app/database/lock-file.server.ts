import { DatabaseSync } from 'node:sqlite'

type Lock = { ok: true; release(): void } | { ok: false; reason: 'taken' | 'not-writable' }

/**
 * A lock between the processes of this machine, without waiting. It is SQLite's lock on a file of its own, because that
 * ends with its process; a PID file would not.
 */
export function takeLock(file: string): Lock {
  let lock: DatabaseSync | undefined
  try {
    const taken = (lock = new DatabaseSync(file, { timeout: 0 }))
    // Without a journal file: the disk may be full.
    taken.exec('pragma journal_mode = memory; begin exclusive')
    return { ok: true, release: () => taken.close() }
  } catch (error) {
    lock?.close()
    const isTaken = error instanceof Error && error.message.includes('locked')
    return { ok: false, reason: isTaken ? 'taken' : 'not-writable' }
  }
}
