import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

/** Longer than nearly every test takes, and shorter than it may. */
const longestTestMs = 30_000

/** Loaded before each file of tests: what a test expects of today holds to its end, at the clinic and on its sites. */
async function clearOfMidnight() {
  const now = Date.now()
  const midnight = nextClinicMidnight(now, clinicTimeZone)
  if (midnight - now < longestTestMs) await pause(midnight - now)
}

await clearOfMidnight()
beforeEach(clearOfMidnight)
