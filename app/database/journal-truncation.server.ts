import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Each round waits for the disk, so calls within this time share one. */
const debounceMs = 200
const maxFailures = 50

/** With `secure_delete` SQLite overwrites deleted data, but its write-ahead log still has the earlier pages. */
export function createJournalTruncation(db: Db) {
  let isRequested = false
  let running: Promise<void> | undefined

  async function truncate() {
    for (let failures = 0; isRequested && failures < maxFailures;) {
      await pause(debounceMs, undefined, { ref: false })
      isRequested = false
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
      // Another process is reading from the log.
      const isBusy = rows[0]?.busy === 1
      isRequested ||= isBusy
      failures = isBusy ? failures + 1 : 0
    }
  }

  return function truncateJournal() {
    // A call during a round causes one more round.
    isRequested = true
    running ??= truncate()
      // Closing the database empties the log too.
      .catch(() => {})
      .finally(() => (running = undefined))
  }
}
