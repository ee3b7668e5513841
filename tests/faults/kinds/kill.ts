import type { Fault } from './fault.ts'

/** One of the servers, in the middle of whatever it does. */
export const kill: Fault = {
  async inject({ servers }, chance) {
    servers.kill(Math.floor(chance.next() * servers.count))
    await servers.untilBack()
  },
}
