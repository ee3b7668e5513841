import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

const maxAgeMs = 10 * 60 * 1000

/** Pages say whether the clinic is open today, so none outlives the clinic's day. */
export const pageExpiry = (now: number) => Math.min(now + maxAgeMs, nextClinicMidnight(now, clinicTimeZone))
