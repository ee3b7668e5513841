import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findRequests, listAppointments } from '#app/domain/booking/appointments.server.ts'
import { findBlocks } from '#app/domain/booking/blocks.server.ts'
import { namesOf } from '#app/domain/booking/plan.ts'
import { describeClock, describeVisitShortly } from '#app/domain/booking/visit-words.ts'
import { clinicDate, clinicDayBounds, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import type { CalendarDay, KeptRow, VisitRow } from '#app/ui/admin/appointments/calendar-page.tsx'
import { services as catalogue } from '#content/services.ts'

export type Span = 'day' | 'week'

/** The days of the calendar with their visits and kept time, from one day on. */
export async function readCalendar(services: Services, first: Temporal.PlainDate, span: Span, now: number) {
  const { database, clinic } = services
  const { timeZone } = clinic.facts(now)
  const days = Array.from({ length: span === 'day' ? 1 : 7 }, (_, ahead) => first.add({ days: ahead }))
  const from = clinicDayBounds(first.toString(), timeZone).from
  const until = clinicDayBounds(days.at(-1)!.toString(), timeZone).until
  const [visits, blocks, requests] = await Promise.all([
    listAppointments(database.db, { from, until }),
    findBlocks(database.db, { from, until }),
    findRequests(database.db, now),
  ])
  const today = clinicDate(now, timeZone)
  const row = rowOf(services, timeZone)
  const shown = visits.filter(({ state }) => state !== 'declined')
  return {
    requests: requests.map((visit) => visitRow(services, visit, timeZone)),
    days: days.map((day): CalendarDay => {
      const bounds = clinicDayBounds(day.toString(), timeZone)
      const within = blocks.filter((block) => block.until > bounds.from && block.from < bounds.until)
      return {
        key: day.toString(),
        name: formatDay(day, today),
        visits: shown.filter(({ startsAt }) => startsAt >= bounds.from && startsAt < bounds.until).map(row),
        kept: within.map(({ id, note, resources, ...block }): KeptRow => ({
          id,
          time: `${clockOrDay(block.from, bounds.from, timeZone)} to ${clockOrDay(block.until, bounds.until, timeZone)}`,
          what: namesOf(services.booking, resources).join(', '),
          ...(note && { note }),
        })),
      }
    }),
  }

  /** Beyond this day only the day is of interest. */
  function clockOrDay(at: number, edge: number, zone: string) {
    return clinicDate(at, zone).equals(clinicDate(edge, zone)) || at === edge
      ? describeClock(at, zone)
      : formatDay(clinicDate(at, zone), today)
  }
}

/** With day and time, for where no day stands above. */
export const visitRow = (services: Services, visit: Appointment, timeZone: string): VisitRow => ({
  ...rowOf(services, timeZone)(visit),
  time: describeVisitShortly(visit, timeZone),
})

const rowOf =
  ({ booking }: Services, timeZone: string) =>
  (visit: Appointment): VisitRow => ({
    id: visit.id,
    time: `${describeClock(visit.startsAt, timeZone)} to ${describeClock(visit.endsAt, timeZone)}`,
    name: visit.name,
    phone: visit.phone,
    service: catalogue.find(({ id }) => id === visit.serviceId)?.title ?? visit.serviceId,
    with: namesOf(booking, [visit.person]).join(', '),
    state: visit.state,
    isOff: visit.state === 'cancelled',
  })
