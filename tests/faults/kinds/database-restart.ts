import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** PostgreSQL crashes, as in a power cut, and is restarted a while later. */
export const databaseRestart: Fault = {
  async inject({ postgres, servers }, chance) {
    await postgres?.breakOff()
    await pause(chance.between(0, 2_000))
    await postgres?.revive()
    await servers.untilBack()
  },
}
