import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

/** Longer than nearly every test takes, also on a slow machine, and shorter than the hook timeout. */
const longestTestMs = 60_000

/** Loaded before each test file: waits for midnight to pass, so that "today" does not change during a test. */
async function clearOfMidnight() {
  const now = Date.now()
  const midnight = nextClinicMidnight(now, clinicTimeZone)
  // A timer may end a millisecond early.
  if (midnight - now < longestTestMs) await pause(midnight - now + 50)
}

await clearOfMidnight()
beforeEach(clearOfMidnight)
