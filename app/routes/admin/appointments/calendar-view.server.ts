import { listAppointments, listRequests } from '#app/domain/booking/appointments.server.ts'
import { findBlocks, findBusyTimes } from '#app/domain/booking/blocks/blocks.server.ts'
import { readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { findPlansOf } from '#app/domain/booking/plans/booked-plans.server.ts'
import { findHeldTimes } from '#app/domain/booking/waitlist/summary.server.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { isOn } from '#app/domain/clinic/closures.ts'
import { describeHours, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayBounds, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { Services } from '#app/services.server.ts'
import { toDatedRow, toRow } from '#app/ui/admin/appointment-rows.ts'
import { groupByDay, groupByResource, toGrid } from './calendar-grid.server.ts'
import { toPlanShown } from './calendar-plans.server.ts'
import { countByDay, toMonth } from './calendar-month.server.ts'
import type { CalendarQuery, View } from './calendar-query.server.ts'
import { type DayFound, toBlockRowOfDay, toDatedBlockRow } from './calendar-rows.server.ts'

/** A month has counts, and the appointments of its chosen day. */
export const daysShown: Record<View, number> = { day: 1, week: 7, month: 1, list: 28 }

/** The days from `first` on. The views of a day and of a week have a grid of times. */
export async function readCalendar(
  services: Services,
  scope: Scope,
  first: Temporal.PlainDate,
  query: CalendarQuery,
  now: number,
) {
  const { database, clinic } = services
  const { view } = query
  const facts = clinic.facts(now)
  const { timeZone } = facts
  const today = clinicDate(now, timeZone)
  const dates = Array.from({ length: daysShown[view] }, (_, ahead) => first.add({ days: ahead }))
  const within = {
    from: clinicDayBounds(first.toString(), timeZone).from,
    until: clinicDayBounds(dates.at(-1)!.toString(), timeZone).until,
  }
  const people = listPeople(services.booking).map(({ resource }) => resource)
  const [appointments, blocks, busy, held, requests, counts, own] = await Promise.all([
    listAppointments(database.db, scope, within),
    findBlocks(database.db, scope, within),
    findBusyTimes(database.db, scope, within),
    findHeldTimes(database.db, scope, within, now),
    listRequests(database.db, scope, now),
    view === 'month' ? countByDay(services, scope, query, timeZone) : undefined,
    readOwnHours(database.db, people, { first, last: dates.at(-1)! }),
  ])
  const shown = appointments.filter(
    ({ state, person, room }) =>
      (query.state ? state === query.state : state !== 'declined') &&
      (query.person === undefined || person === `person:${query.person}`) &&
      (query.room === undefined || room === `room:${query.room}`),
  )
  const plans = await findPlansOf(database.db, scope, shown, now)
  const days = dates.map((date): DayFound => {
    const { from, until } = clinicDayBounds(date.toString(), timeZone)
    return {
      date,
      isToday: date.equals(today),
      bounds: { from, until },
      hours: [
        describeHours(openHoursOn(facts, date)),
        ...facts.holidays.flatMap(({ day, name }) => (day === date.toString() ? name : [])),
        ...facts.closures.flatMap((closure) => (isOn(closure, date) ? (closure.reason ?? []) : [])),
      ].join(': '),
      appointments: shown.filter(({ startsAt }) => startsAt >= from && startsAt < until),
      blocks: [...blocks, ...busy, ...held].filter((block) => block.until > from && block.from < until),
    }
  })
  const toList = (day: DayFound) => ({
    key: day.date.toString(),
    name: formatDay(day.date, today),
    /** Opening hours, or why the clinic is closed. */
    hours: day.hours,
    appointments: day.appointments.map((appointment) => toRow(services, appointment, timeZone, now)),
    blocks: day.blocks.map((block) => toBlockRowOfDay(services, block, day, timeZone)),
  })
  const groups =
    view === 'day'
      ? groupByResource(services, days[0]!, query, facts, own)
      : view === 'week'
        ? groupByDay(services, days, query, facts, own)
        : undefined
  return {
    requests: requests.map((appointment) => toDatedRow(services, appointment, timeZone, now)),
    /** The grid of a week is a list on paper and on narrow screens. A day is printed as a sheet with phone numbers. */
    days:
      view === 'week'
        ? []
        : days.map(toList).filter((day) => view !== 'list' || day.appointments.length + day.blocks.length > 0),
    blocks: blocks.map((block) => toDatedBlockRow(services, block, timeZone)),
    grid: groups && toGrid(services, groups, [...plans.values()].map(toPlanShown), timeZone, now),
    month: counts && toMonth(query, facts, today, { view: 'month', counts }),
    /** Leads to days, beside the grid. */
    miniature: toMonth(query, facts, today, { view: view === 'month' ? 'day' : view }),
  }
}
