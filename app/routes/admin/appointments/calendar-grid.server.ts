import { dayEnd } from '#app/domain/shared/day-end.ts'
import { type Appointment, canChange } from '#app/domain/booking/appointment.ts'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import { assignLanes, type ClockInterval, outside } from '#app/domain/booking/calendar/calendar-lanes.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { type HoursOfPeople, workHours } from '#app/domain/booking/own-hours/own-hours.ts'
import { listPeople, type Resource, toResourceId } from '#app/domain/booking/service-needs.ts'
import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { describeHours, type HoursOfClinic, openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import type { Services } from '#app/services.server.ts'
import { toRow } from '#app/ui/admin/appointment-rows.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { type CalendarQuery, toAddress } from './calendar-query.server.ts'
import { type PlanShown, toPlanPieces } from './calendar-plans.server.ts'
import { type DayFound, toBlockRowOfDay } from './calendar-rows.server.ts'

/** A practitioner's or a room's part of a day. */
type Column = {
  resource: Resource | undefined
  name: string
  day: DayFound
  open: ClockInterval[]
  appointments: Appointment[]
}

type Group = {
  key: string
  title: string
  hint: string
  href?: string | undefined
  isToday: boolean
  columns: Column[]
}

/** A day by practitioner or by room. */
export function groupByResource(
  { booking }: Services,
  day: DayFound,
  query: CalendarQuery,
  facts: HoursOfClinic,
  own: HoursOfPeople = new Map(),
): Group[] {
  const columns =
    query.by === 'room'
      ? listRoomColumns(booking, day, query, facts)
      : listPersonColumns(booking, day, query, facts, own)
  return columns.map((column) => ({
    key: column.resource ?? 'others',
    title: column.name,
    hint: column.resource?.startsWith('person:') ? describeHours(column.open.map(toOpenHours)) : '',
    isToday: false,
    columns: [column],
  }))
}

/** A week: a day for each group, with a column for each practitioner. */
export function groupByDay(
  { booking }: Services,
  days: DayFound[],
  query: CalendarQuery,
  facts: HoursOfClinic,
  own: HoursOfPeople = new Map(),
): Group[] {
  const usual = { ...facts, closures: [], holidays: [] }
  return days
    .filter(
      ({ date, isToday, appointments }) => isToday || appointments.length > 0 || openHoursOn(usual, date).length > 0,
    )
    .map((day) => ({
      key: day.date.toString(),
      title: day.date.toLocaleString('en-US', { weekday: 'short', day: 'numeric', month: 'short' }),
      hint: day.hours,
      href: toAddress(query, { view: 'day', day: day.date }),
      isToday: day.isToday,
      columns: listPersonColumns(booking, day, query, facts, own),
    }))
}

/** A column for each practitioner, and one for the appointments of practitioners who have left. */
function listPersonColumns(
  booking: Services['booking'],
  day: DayFound,
  { person }: CalendarQuery,
  facts: HoursOfClinic,
  own: HoursOfPeople,
): Column[] {
  const all = listPeople(booking)
  const open = openHoursOn(facts, day.date)
  const columns = all.map((person) => ({
    resource: person.resource,
    name: person.name ?? words.appointments,
    day,
    open: workHours(open, person, own.get(person.resource), day.date).map(toClockInterval),
    appointments: day.appointments.filter((appointment) => appointment.person === person.resource),
  }))
  if (person) return columns.filter(({ resource }) => toResourceId(resource) === person)
  const others = day.appointments.filter((appointment) => !all.some(({ resource }) => resource === appointment.person))
  return others.length === 0
    ? columns
    : [...columns, { resource: undefined, name: words.others, day, open: [], appointments: others }]
}

/** A column for each room, also for one that was removed while appointments are in it, and one for those that need none. */
function listRoomColumns(
  { rooms: inUse, formerRooms = [] }: Services['booking'],
  day: DayFound,
  { room }: CalendarQuery,
  facts: HoursOfClinic,
): Column[] {
  const open = openHoursOn(facts, day.date).map(toClockInterval)
  const isNeeded = ({ id }: { id: string }) => day.appointments.some((appointment) => appointment.room === `room:${id}`)
  const rooms = [...inUse, ...formerRooms.filter(isNeeded)]
  const columns = rooms
    .filter(({ id }) => room === undefined || id === room)
    .map(({ id, name }) => ({
      resource: `room:${id}` as const,
      name,
      day,
      open,
      appointments: day.appointments.filter((appointment) => appointment.room === `room:${id}`),
    }))
  const others = day.appointments.filter((appointment) => !rooms.some(({ id }) => appointment.room === `room:${id}`))
  return others.length === 0
    ? columns
    : [...columns, { resource: undefined, name: words.byVideo, day, open, appointments: others }]
}

/** As many practitioners have a color of their own. */
const tones = 4

export type CalendarGrid = ReturnType<typeof toGrid>
export type CalendarGroup = CalendarGrid['groups'][number]
export type CalendarColumn = CalendarGroup['columns'][number]
export type CalendarEntry = CalendarColumn['entries'][number]
export type CalendarBlock = CalendarColumn['blocks'][number]

/** The groups with their entries in minutes of the clock, and the hours that hold all of them. */
export function toGrid(services: Services, groups: Group[], plans: PlanShown[], timeZone: string, now: number) {
  const { rooms, bufferMinutes } = services.booking
  const areDays = groups.every(({ href }) => href !== undefined)
  const pieces = toPlanPieces(
    groups.map(({ columns }) => columns.flatMap(({ appointments }) => appointments)),
    plans,
    areDays,
  )
  const filled = groups.map((group) => ({
    ...group,
    columns: group.columns.map((column) => ({ column, ...toEntries(services, column, plans, timeZone, now) })),
  }))
  const placed = new Set(
    filled.flatMap(({ columns }) =>
      columns.flatMap(({ column, blocks }) => blocks.map(({ id }) => `${column.day.date.toString()} ${id}`)),
    ),
  )
  const all = filled.flatMap(({ columns }) => columns.flatMap(({ column, entries }) => [...column.open, ...entries]))
  const from = all.length === 0 ? 9 : Math.floor(Math.min(...all.map((span) => span.from)) / 60)
  const until = all.length === 0 ? 17 : Math.ceil(Math.max(...all.map((span) => span.until)) / 60)
  const shown = { from: from * 60, until: until * 60 }
  const minuteNow = toMinute(now, timeZone)
  return {
    from,
    until,
    /** What a moved appointment needs besides its practitioner: a room, and time after it. */
    rooms: rooms.map(({ id }) => `room:${id}`),
    bufferMinutes,
    people: services.booking.practitioners.length,
    moment: now,
    now:
      shown.from < minuteNow && minuteNow < shown.until
        ? { at: minuteNow, text: formatTimeOfDay(now, timeZone) }
        : undefined,
    /** Whether its groups are the days of a week. */
    areDays,
    hasPlans: pieces.some((rows) => rows.length > 0),
    groups: filled.map(({ columns, ...group }, index) => ({
      ...group,
      plans: pieces[index]!.map((piece) => piece && { ...piece, tone: toTone(services.booking, piece.person) }),
      count: columns.reduce((sum, { entries }) => sum + entries.length, 0),
      /** Blocked time that has no place of its own: of a room, or of the whole day. */
      notes: columns
        .flatMap(({ column, notes }) => notes.filter(({ id }) => !placed.has(`${column.day.date.toString()} ${id}`)))
        .filter((note, index, list) => list.findIndex(({ id }) => id === note.id) === index),
      columns: columns.map(({ column, entries, blocks, isBlocked }) => ({
        key: `${column.day.date.toString()} ${column.resource ?? 'others'}`,
        date: column.day.date.toString(),
        weekday: column.day.date.toLocaleString('en-US', { weekday: 'long' }),
        isToday: column.day.isToday,
        /** The next midnight: counted back from it, a minute of the clock is a moment, also after the clocks changed. */
        midnight: column.day.bounds.until,
        resource: column.resource,
        name: column.name,
        open: isBlocked ? [] : column.open,
        closed: isBlocked ? [shown] : outside(column.open, shown),
        entries,
        blocks,
      })),
    })),
  }
}

function toEntries(
  services: Services,
  { day, resource, open, appointments }: Column,
  plans: readonly PlanShown[],
  timeZone: string,
  now: number,
) {
  const minutes = ({ from, until }: { from: number; until: number }): ClockInterval => {
    const first = from <= day.bounds.from ? 0 : toMinute(from, timeZone)
    const last = until >= day.bounds.until ? dayMinutes : toMinute(until, timeZone)
    // When the clock goes back an hour, an appointment may end earlier on the clock than it began.
    return { from: first, until: Math.max(last, first + 5) }
  }
  const entries = assignLanes(
    appointments.map((appointment) => ({
      ...minutes({ from: appointment.startsAt, until: appointment.endsAt }),
      ...toEntry(services, appointment, plans, timeZone, now),
    })),
  )
  const notes = []
  const blocks = []
  let isBlocked = false
  for (const block of day.blocks) {
    const row = toBlockRowOfDay(services, block, day, timeZone)
    const at = minutes(block)
    const isWhole = open.every(({ from, until }) => at.from <= from && until <= at.until)
    if (!concerns(block, resource) || isWhole) notes.push(row)
    else
      blocks.push({
        ...at,
        ...row,
        fromAt: block.from,
        untilAt: block.until,
        /** The ends that are on this day, by which it can be stretched. */
        edges: [
          block.isOwn && block.from >= day.bounds.from && ('from' as const),
          block.isOwn && block.until <= day.bounds.until && ('until' as const),
        ].filter((edge) => edge !== false),
      })
    isBlocked ||= isWhole && concerns(block, resource)
  }
  return { entries, blocks, notes, isBlocked }
}

const concerns = ({ resources }: Block, resource: Resource | undefined) =>
  resource !== undefined && resources.includes(resource)

function toEntry(
  { booking, content }: Services,
  appointment: Appointment,
  plans: readonly PlanShown[],
  timeZone: string,
  now: number,
) {
  const { phone: _, service, ...row } = toRow({ booking, content }, appointment, timeZone, now)
  const plan = plans.find(({ id }) => id === appointment.planId)
  const day = plan?.days.find(({ id }) => id === appointment.id)
  return {
    ...row,
    service: plan && day ? words.planDayOf(day.number, plan.of, service) : service,
    start: formatTimeOfDay(appointment.startsAt, timeZone),
    canMove: canChange(appointment, now),
    startsAt: appointment.startsAt,
    person: appointment.person,
    room: appointment.room,
    tone: toTone(booking, appointment.person),
  }
}

const toTone = (booking: Services['booking'], person: Resource) =>
  Math.max(
    0,
    listPeople(booking).findIndex(({ resource }) => resource === person),
  ) % tones

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
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

const toOpenHours = ({ from, until }: ClockInterval): OpenHours => ({ opens: toClock(from), closes: toClock(until) })
const toClock = (minute: number) =>
  minute === dayMinutes ? dayEnd : Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5)
