import { DatabaseSync } from 'node:sqlite'

type Lock = { ok: true; release(): void } | { ok: false; reason: 'taken' | 'not-writable' }

/**
 * One process of this machine at a time, without waiting. It is a lock of SQLite on a file of its own, since that ends
 * with the process that holds it, which a file with the process's number in it would not.
 */
export function takeLock(file: string): Lock {
  let lock: DatabaseSync | undefined
  try {
    const taken = (lock = new DatabaseSync(file, { timeout: 0 }))
    // Without a journal beside it: there may be no room for one, and whoever has the lock may be about to make some.
    taken.exec('pragma journal_mode = memory; begin exclusive')
    return { ok: true, release: () => taken.close() }
  } catch (error) {
    lock?.close()
    const isTaken = error instanceof Error && error.message.includes('locked')
    return { ok: false, reason: isTaken ? 'taken' : 'not-writable' }
  }
}
