import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

/** Longer than nearly every test takes, and shorter than the test timeout. */
const longestTestMs = 30_000

/** Loaded before each test file: waits for midnight to pass, so that "today" does not change during a test. */
async function clearOfMidnight() {
  const now = Date.now()
  const midnight = nextClinicMidnight(now, clinicTimeZone)
  if (midnight - now < longestTestMs) await pause(midnight - now)
}

await clearOfMidnight()
beforeEach(clearOfMidnight)
