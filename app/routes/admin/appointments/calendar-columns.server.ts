import { buildCalendarGrid, type ClockInterval } from '#app/domain/booking/calendar-grid.ts'
import { formatShortDay } from '#app/domain/booking/format-appointment.ts'
import { listPeople, type Resource } from '#app/domain/booking/plan.ts'
import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { describeHours, type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { formatClock } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { type AppointmentRow, toRow, toRowInColumn } from '#app/ui/admin/appointment-rows.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { type BlockRow, type DayFound, toBlockRowOfDay } from './calendar-rows.server.ts'

const stepMinutes = 30

/** A day of a week, or a practitioner on a day. */
type Column = {
  key: string
  title: string
  href?: string
  isToday: boolean
  hours: string
  day: DayFound
  people: Resource[]
  open: ClockInterval[]
}

export function columnsByDay({ booking }: Services, days: DayFound[], facts: HoursOfClinic): Column[] {
  const people = listPeople(booking).map(({ resource }) => resource)
  const usual = { ...facts, closures: [], holidays: [] }
  return days
    .filter(
      ({ date, isToday, appointments }) => isToday || appointments.length > 0 || openHoursOn(usual, date).length > 0,
    )
    .map((day) => ({
      key: day.date.toString(),
      title: formatShortDay(day.bounds.from, facts.timeZone),
      href: `/admin/appointments?day=${day.date.toString()}`,
      isToday: day.isToday,
      hours: day.hours,
      day,
      people,
      open: openHoursOn(facts, day.date).map(toClockInterval),
    }))
}

/** A column for each practitioner of a day, and one for the appointments of practitioners who have left. */
export function columnsByPerson({ booking }: Services, day: DayFound, facts: HoursOfClinic): Column[] {
  const all = listPeople(booking)
  const known = all.map(({ resource }) => resource)
  const columns = all.map(({ resource, id, name = words.appointments, hours }) => {
    const open = openHoursOn(facts, day.date)
    const own = hours && openHoursOn({ ...facts, hours }, day.date)
    return {
      key: id,
      title: name,
      isToday: false,
      hours: own ? describeHours(own) : '',
      day: { ...day, appointments: day.appointments.filter(({ person }) => person === resource) },
      people: [resource],
      open: (own ?? open).map(toClockInterval),
    }
  })
  const others = day.appointments.filter(({ person }) => !known.includes(person))
  if (others.length === 0) return columns
  const rest = { key: 'others', title: words.others, isToday: false, hours: '', people: [], open: [] }
  return [...columns, { ...rest, day: { ...day, appointments: others, blocks: [] } }]
}

export type Grid = ReturnType<typeof toGrid>
export type GridEntry = ClockInterval &
  ({ appointment: AppointmentRow; block?: never } | { block: BlockRow; appointment?: never })

export function toGrid(services: Services, columns: Column[], timeZone: string) {
  const filled = columns.map((column) => ({ column, ...toEntries(services, column, timeZone) }))
  const rows = buildCalendarGrid(filled, stepMinutes)
  return {
    columns: filled.map(({ column: { key, title, href, isToday, hours }, blocks }) => ({
      key,
      title,
      href,
      isToday,
      hours,
      /** Blocks of the whole day, or of some of the staff. */
      blocks,
    })),
    rows: rows.map((row) => ({
      ...row,
      clock: formatClock(Temporal.PlainTime.from('00:00').add({ minutes: row.minute }).toString().slice(0, 5)),
    })),
  }
}

/** A block of everyone for part of a day stands at its hours; any other block stands above them. */
function toEntries(services: Services, { day, people, open }: Column, timeZone: string) {
  const minutes = ({ from, until }: { from: number; until: number }): ClockInterval => {
    const first = from <= day.bounds.from ? 0 : toMinute(from, timeZone)
    const last = until >= day.bounds.until ? dayMinutes : toMinute(until, timeZone)
    // When the clock goes back an hour, an appointment may end earlier on the clock than it began.
    return { from: first, until: Math.max(last, first + 5) }
  }
  const entries = day.appointments.map((appointment): GridEntry => ({
    ...minutes({ from: appointment.startsAt, until: appointment.endsAt }),
    appointment: (people.length === 1 ? toRowInColumn : toRow)(services, appointment, timeZone),
  }))
  const blocks: BlockRow[] = []
  let isBlocked = false
  for (const block of day.blocks) {
    if (people.length === 1 && !block.resources.includes(people[0]!)) continue
    const row = { ...toBlockRowOfDay(services, block, day, timeZone), ...(people.length === 1 && { what: '' }) }
    const at = minutes(block)
    const isWhole = open.every(({ from, until }) => at.from <= from && until <= at.until)
    const isForAll = people.every((person) => block.resources.includes(person))
    if (isForAll && !isWhole) entries.push({ ...at, block: row })
    else blocks.push(row)
    isBlocked ||= isForAll && isWhole
  }
  return { entries, blocks, open: isBlocked ? [] : open }
}

const dayMinutes = 24 * 60

function toMinute(epochMs: number, timeZone: string) {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  return hour * 60 + minute
}

const toClockInterval = ({ opens, closes }: OpenHours): ClockInterval => ({
  from: clockToMinute(opens),
  until: clockToMinute(closes),
})

function clockToMinute(clock: string) {
  const { hour, minute } = Temporal.PlainTime.from(clock)
  return hour * 60 + minute
}
