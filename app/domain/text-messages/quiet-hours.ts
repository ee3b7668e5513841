import { clinicDate, instantsOn } from '#app/domain/shared/clinic-time.ts'

/** By law, from 9 pm to 8 am (47 CFR 64.1200); on the clinic's clock. */
const [begins, ends] = ['21:00', '08:00']

/** The end of the quiet hours in which the moment is; undefined in none. */
export function quietUntil(now: number, timeZone: string): number | undefined {
  const today = clinicDate(now, timeZone)
  const at = instantsOn(today, timeZone)
  if (now < at(ends)) return at(ends)
  return now < at(begins) ? undefined : instantsOn(today.add({ days: 1 }), timeZone)(ends)
}
