import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Each round waits for the disk, so those who ask at about the same time share one. */
const gatherMs = 200
const mostRefusals = 50

/** With `secure_delete` SQLite overwrites what is deleted, but its write-ahead log still has the pages from before. */
export function createJournalTruncation(db: Db) {
  let wanted = false
  let isUnderWay = false

  async function truncate() {
    for (let refusals = 0; wanted && refusals < mostRefusals;) {
      await pause(gatherMs, undefined, { ref: false })
      wanted = false
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
      // Another process is reading from it.
      const isRefused = rows[0]?.busy === 1
      wanted ||= isRefused
      refusals = isRefused ? refusals + 1 : 0
    }
  }

  /** Whoever asks while it is done is served by one more round. */
  return function truncateJournal() {
    wanted = true
    if (isUnderWay) return
    isUnderWay = true
    truncate()
      // The database was closed meanwhile, which empties the log too.
      .catch(() => {})
      .finally(() => (isUnderWay = false))
  }
}
