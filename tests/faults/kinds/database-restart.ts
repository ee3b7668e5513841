import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** PostgreSQL ends in the middle of whatever it does, as after a power cut, and is started again a while later. */
export const databaseRestart: Fault = {
  async inject({ postgres, servers }, chance) {
    await postgres?.breakOff()
    await pause(chance.between(0, 2_000))
    await postgres?.revive()
    await servers.untilBack()
  },
}
