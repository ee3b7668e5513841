import { data } from 'react-router'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { nearTimes, viewCalendar } from '#app/domain/booking/calendar/calendar-view.server.ts'
import type { Choice } from '#app/domain/booking/choice.ts'
import type { UnavailableWithNearest } from '#app/domain/booking/choose-time.server.ts'
import { findRoomForDay } from '#app/domain/booking/plans/plans.server.ts'
import { withoutNotice } from '#app/domain/booking/booking-rules.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { widget } from '#content/pages/booking.ts'

type TimesOptions = { serviceId: string; moving?: Appointment; byClinic?: boolean }

/** `byClinic` leaves out the minimum notice. */
export async function listTimes(context: RequestContext, choice: Choice, { byClinic, ...options }: TimesOptions) {
  const { database, clinic, booking } = context.get(servicesContext)
  const deps = { db: database.db, clinic, booking }
  const now = Date.now()
  if (byClinic) return viewCalendar(withoutNotice(deps), { ...options, choice, now })
  // A patient moves a day of a plan between its neighbors.
  const { moving } = options
  const between = moving && (await findRoomForDay(database.db, moving, clinic.facts(now)))
  return viewCalendar(deps, { ...options, between, choice, now })
}

/** The widget again, with the free times nearest to the one that was posted. */
export function showNearest(
  context: RequestContext,
  { reason, nearest }: UnavailableWithNearest,
  choice: Choice,
  texts: Pick<typeof widget, 'taken' | 'notOffered'> = widget,
) {
  const { timeZone } = context.get(servicesContext).clinic.facts(Date.now())
  const [error, status] = reason === 'taken' ? [texts.taken, 409] : [texts.notOffered, 400]
  const form: FormState = { error }
  return data({ form, nearest: nearTimes(nearest, choice, timeZone) }, { status })
}
