import { formatClock, formatDay } from '#app/domain/shared/clinic-time.ts'
import { closedNotice } from '#content/pages/admin-clinic.ts'
import type { ClinicFacts } from './clinic-facts.ts'
import { describeClosure } from './closures.ts'
import { nextOpenDay } from './opening-hours.ts'
import type { NewClosure } from './overlays.ts'

/** What visitors read about a closure for which nobody wrote anything else. */
export function writeClosedNotice(closure: NewClosure, clinic: ClinicFacts, today: Temporal.PlainDate) {
  const closed = { ...closure, id: 'new' }
  const days = describeClosure(closed, today)
  // After a part of a day people know by themselves.
  if (closure.part) return closedNotice(days, undefined)
  const opening = { ...clinic, closures: [...clinic.closures, closed] }
  const next = nextOpenDay(opening, Temporal.PlainDate.from(closure.lastDay))
  return closedNotice(days, next && `${formatDay(next.day, today)}, from ${formatClock(next.opens)}`)
}
