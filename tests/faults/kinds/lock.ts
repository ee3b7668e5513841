import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Fault } from './fault.ts'

/** Another program holds a lock that every write needs, for longer than any request waits. */
export const lock: Fault = {
  async inject({ location }, chance) {
    const ms = chance.between(500, 6_000)
    if ('file' in location) {
      const other = new DatabaseSync(location.file, { timeout: 10_000 })
      other.exec('begin exclusive')
      await pause(ms)
      other.close()
    } else {
      const other = new pg.Client(location.url)
      await other.connect()
      try {
        // Lock a table that every form and email needs. Locking two could deadlock with a process that holds one.
        await other.query('begin')
        await other.query('lock table jobs in access exclusive mode')
        await pause(ms)
      } finally {
        await other.end()
      }
    }
  },
}
