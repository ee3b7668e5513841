import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Fault } from './fault.ts'

/** Another program holds what every write needs, for longer than anybody waits. */
export const lock: Fault = {
  async inject({ place }, chance) {
    const ms = chance.between(500, 6_000)
    if ('file' in place) {
      const other = new DatabaseSync(place.file, { timeout: 10_000 })
      other.exec('begin exclusive')
      await pause(ms)
      other.close()
    } else {
      const other = new pg.Client(place.url)
      await other.connect()
      try {
        // One that every form and email needs; two could be waited for by somebody who has one of them.
        await other.query('begin')
        await other.query('lock table jobs in access exclusive mode')
        await pause(ms)
      } finally {
        await other.end()
      }
    }
  },
}
