import type { Trouble } from './trouble.ts'

/** One of the servers, in the middle of whatever it does. */
export const kill: Trouble = {
  async strike({ servers }, chance) {
    servers.kill(Math.floor(chance.next() * servers.count))
    await servers.untilBack()
  },
}
