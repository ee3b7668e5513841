import { listStarts } from '#app/domain/booking/appointments.server.ts'
import { type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayBounds, formatDay, weekStart } from '#app/domain/shared/clinic-time.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { Services } from '#app/services.server.ts'
import { type CalendarQuery, toAddress } from './calendar-query.server.ts'

export type CalendarMonth = ReturnType<typeof toMonth>

/** The month of the chosen day, in weeks from Sunday, as the week view has them. Its days lead to `view`. */
export function toMonth(
  query: CalendarQuery,
  facts: HoursOfClinic,
  today: Temporal.PlainDate,
  { view, counts }: { view: CalendarQuery['view']; counts?: Map<string, number> },
) {
  const first = query.day.with({ day: 1 })
  const start = weekStart(first)
  const weeks = Math.ceil((start.until(first).days + first.daysInMonth) / 7)
  const toCell = (date: Temporal.PlainDate) => ({
    key: date.toString(),
    number: date.day,
    name: formatDay(date, today),
    href: toAddress(query, { view, day: date }),
    isInMonth: date.month === first.month,
    isToday: date.equals(today),
    isChosen: date.equals(query.day),
    isClosed: openHoursOn(facts, date).length === 0,
    count: counts?.get(date.toString()) ?? 0,
  })
  return {
    title: first.toLocaleString('en-US', { month: 'long', year: 'numeric' }),
    previous: toAddress(query, { day: first.subtract({ months: 1 }) }),
    next: toAddress(query, { day: first.add({ months: 1 }) }),
    weeks: Array.from({ length: weeks }, (_, week) =>
      Array.from({ length: 7 }, (_, day) => toCell(start.add({ days: week * 7 + day }))),
    ),
  }
}

/** How many appointments each day of the shown month has, without canceled and declined ones. */
export async function countByDay(
  { database }: Pick<Services, 'database'>,
  scope: Scope,
  query: CalendarQuery,
  timeZone: string,
) {
  const first = query.day.with({ day: 1 })
  const within = {
    from: clinicDayBounds(first.subtract({ days: 6 }).toString(), timeZone).from,
    until: clinicDayBounds(first.add({ months: 1, days: 6 }).toString(), timeZone).until,
  }
  const { person, room, state } = query
  const starts = await listStarts(database.db, within, {
    scope,
    ...(person && { person: `person:${person}` as const }),
    ...(room && { room: `room:${room}` as const }),
    state,
  })
  return new Map(
    [...Map.groupBy(starts, (startsAt) => clinicDate(startsAt, timeZone).toString())].map(([day, all]) => [
      day,
      all.length,
    ]),
  )
}
