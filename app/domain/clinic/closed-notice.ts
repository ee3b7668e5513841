import { formatClock, formatDay } from '#app/domain/shared/clinic-time.ts'
import { closedNotice } from '#content/pages/admin-clinic.ts'
import type { ClinicFacts } from './clinic-facts.ts'
import { describeClosure } from './closures.ts'
import { nextOpenDay } from './opening-hours.ts'
import type { NewClosure } from './sections.ts'

/** The default notice of a closure. */
export function writeClosedNotice(closure: NewClosure, clinic: ClinicFacts, today: Temporal.PlainDate) {
  const closed = { ...closure, id: 'new' }
  const days = describeClosure(closed, today)
  // For a part of a day, the times say when the clinic opens again.
  if (closure.part) return closedNotice(days, undefined)
  const opening = { ...clinic, closures: [...clinic.closures, closed] }
  const next = nextOpenDay(opening, Temporal.PlainDate.from(closure.lastDay))
  return closedNotice(days, next && `${formatDay(next.day, today)}, from ${formatClock(next.opens)}`)
}
