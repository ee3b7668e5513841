import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

/** Longer than nearly every test takes, also on a slow machine, and shorter than the hook timeout. */
const longestTestMs = 60_000
/** Then "a minute ago" is today, too. */
const firstMinuteMs = 62_000

/** Loaded before each test file: waits for midnight and the minute after it to pass, so that "today" does not change during a test. */
async function clearOfMidnight() {
  const now = Date.now()
  const midnight = nextClinicMidnight(now - firstMinuteMs, clinicTimeZone)
  if (midnight - now < longestTestMs) await pause(midnight + firstMinuteMs - now)
}

await clearOfMidnight()
beforeEach(clearOfMidnight)
