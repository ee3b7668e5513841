import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { leaseMs } from '#app/queue/leases.server.ts'
import type { Fault } from './fault.ts'

const minute = 60_000

/** How far the servers' clock is ahead of the database's. All are less than a day apart, since drafts live that long. */
const jumps = [-60 * minute, -10 * minute, -minute, 0, minute, 10 * minute, 60 * minute, 22 * 60 * minute]

/** Past the furthest jump, everything that was scheduled while the clock was wrong is due. */
export const pastAllJumpsMs = 22 * 60 * minute + 5 * minute

/** The clock of the servers jumps; half the time it is corrected soon. */
export const clockJump: Fault = {
  // Until a lease is renewed by the new time, another process may take over a running job.
  aftereffectMs: leaseMs,
  preload: fileURLToPath(import.meta.resolve('#tests/processes/clock.ts')),
  async inject({ clock }, chance) {
    clock.setAhead(chance.oneOf(jumps))
    await pause(chance.between(200, 1_500))
    if (chance.next() < 0.5) clock.setAhead(0)
  },
}
