import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leaseMs } from '#app/queue/leases.server.ts'
import type { Fault } from './fault.ts'

const minute = 60_000

/**
 * How far ahead of the database's clock servers may be. From any to any other is less than a day: drafts live that long.
 */
const jumps = [-60 * minute, -10 * minute, -minute, 0, minute, 10 * minute, 60 * minute, 22 * 60 * minute]

/** The furthest: from here on everything is due that was promised while the clock was wrong. */
export const pastAllJumpsMs = 22 * 60 * minute + 5 * minute

/** The clock of the machine that the servers run on is set; sometimes it is set right again soon. */
export const clockJump: Fault = {
  // What one process is at, another takes over until the lease was renewed by the new time.
  aftereffectMs: leaseMs,
  preload: fileURLToPath(import.meta.resolve('#tests/processes/clock.ts')),
  async inject({ clock }, chance) {
    clock.setAhead(chance.oneOf(jumps))
    await pause(chance.between(200, 1_500))
    if (chance.next() < 0.5) clock.setAhead(0)
  },
}
