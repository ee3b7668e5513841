import type { Fault } from './fault.ts'

/** Kills one of the servers (SIGKILL) and waits until it is back. */
export const kill: Fault = {
  async inject({ servers }, chance) {
    servers.kill(Math.floor(chance.next() * servers.count))
    await servers.untilBack()
  },
}
