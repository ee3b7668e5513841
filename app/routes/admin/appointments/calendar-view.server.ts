import { listRequests, listAppointments } from '#app/domain/booking/appointments.server.ts'
import { findBlocks } from '#app/domain/booking/blocks.server.ts'
import { isOn } from '#app/domain/clinic/closures.ts'
import { describeHours, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayBounds, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { toDatedRow, toRow } from '#app/ui/admin/appointment-rows.ts'
import { columnsByDay, columnsByPerson, toGrid } from './calendar-columns.server.ts'
import { type DayFound, toBlockRowOfDay, toDatedBlockRow } from './calendar-rows.server.ts'

export const daysShown = { day: 1, week: 7, list: 28 }
export type Span = keyof typeof daysShown

/** The days from `first` on. The views of a day and of a week also have a grid of times. */
export async function readCalendar(services: Services, first: Temporal.PlainDate, span: Span, now: number) {
  const { database, clinic } = services
  const facts = clinic.facts(now)
  const { timeZone } = facts
  const today = clinicDate(now, timeZone)
  const dates = Array.from({ length: daysShown[span] }, (_, ahead) => first.add({ days: ahead }))
  const within = {
    from: clinicDayBounds(first.toString(), timeZone).from,
    until: clinicDayBounds(dates.at(-1)!.toString(), timeZone).until,
  }
  const [appointments, blocks, requests] = await Promise.all([
    listAppointments(database.db, within),
    findBlocks(database.db, within),
    listRequests(database.db, now),
  ])
  const shown = appointments.filter(({ state }) => state !== 'declined')
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
      blocks: blocks.filter((block) => block.until > from && block.from < until),
    }
  })
  const lists = days.map((day) => ({
    key: day.date.toString(),
    name: formatDay(day.date, today),
    /** Opening hours, or why the clinic is closed. */
    hours: day.hours,
    appointments: day.appointments.map((appointment) => toRow(services, appointment, timeZone)),
    blocks: day.blocks.map((block) => toBlockRowOfDay(services, block, day, timeZone)),
  }))
  const columns = span === 'day' ? columnsByPerson(services, days[0]!, facts) : columnsByDay(services, days, facts)
  return {
    requests: requests.map((appointment) => toDatedRow(services, appointment, timeZone)),
    days: span === 'list' ? lists.filter((day) => day.appointments.length + day.blocks.length > 0) : lists,
    blocks: blocks.map((block) => toDatedBlockRow(services, block, timeZone)),
    ...(span !== 'list' && { grid: toGrid(services, columns, timeZone) }),
  }
}
