import { type Component, type Property, textOf } from './components.ts'
import { type Moment, readDay, readDuration, readMoment } from './times.ts'
import type { Interval } from './merge-intervals.ts'
import type { WallClock } from './wall-clock.ts'

/** When an event is, and how long. */
export type Span = {
  start: Moment
  /** Of an event of whole days; otherwise 0. Days may have 23 or 25 hours. */
  days: number
  lengthMs: number
  /** Its times contradict themselves or cannot be read wholly, so that more than its time may be blocked. */
  isGuessed: boolean
}

/** Whether its owner can be booked during an event. */
export function isFree(event: Component) {
  const text = (name: string) => (textOf(event, name) ?? '').toUpperCase()
  return (
    text('TRANSP') === 'TRANSPARENT' ||
    text('STATUS') === 'CANCELLED' ||
    ['FREE', 'WORKINGELSEWHERE'].includes(text('X-MICROSOFT-CDO-BUSYSTATUS'))
  )
}

export const propertyOf = (event: Component, name: string) =>
  event.properties.find((property) => property.name === name)
export const propertiesOf = (event: Component, name: string) =>
  event.properties.filter((property) => property.name === name)

/** The first of its name that is a time: a line of a text whose break was not escaped may look like one. */
const timeOf = (event: Component, name: string) =>
  propertiesOf(event, name).find((property) => readMoment(property.value, property)) ?? propertyOf(event, name)

/** Undefined for an event of which not even the day can be told. */
export function spanOf(event: Component, clock: WallClock): Span | undefined {
  const [from, until] = ['DTSTART', 'DTEND'].map((name) => timeOf(event, name))
  const times = [from, until].map((property) => property && readMoment(property.value, property))
  const [start, end] = isMarkedAsDays(event, times) ? times.map((time) => time && { ...time, isDate: true }) : times
  if (!start) return dayOf(from, clock) ?? dayOf(until, clock)
  const length = propertyOf(event, 'DURATION')
  const lengthMs = readDuration(length?.value)
  // What was written could not be read.
  if ((until && !end) || (!until && length && lengthMs === undefined)) return wholeDay(start, clock)
  return start.isDate ? daysOf(start, { end, lengthMs }, clock) : hoursOf(start, { end, lengthMs }, clock)
}

/** What Outlook calls a whole day is midnight on some clock, mostly that of UTC; it means the day. */
const isMarkedAsDays = (event: Component, times: (Moment | undefined)[]) =>
  textOf(event, 'X-MICROSOFT-CDO-ALLDAYEVENT')?.toUpperCase() === 'TRUE' &&
  times.every((time) => !time || (time.wall.hour === 0 && time.wall.minute === 0))

const dayOf = (property: Property | undefined, clock: WallClock) => {
  const day = property && (readMoment(property.value, property) ?? readDay(property.value))
  return day && wholeDay(day, clock)
}

/** The clinic's day of a time. */
function wholeDay(moment: Moment, clock: WallClock): Span {
  const day = { ...moment, isDate: true }
  const wall = moment.isDate ? moment.wall : clock.toWall(clock.toInstant(moment), day)
  const start = { ...day, wall: wall.round({ smallestUnit: 'day', roundingMode: 'floor' }) }
  return { start, days: 1, lengthMs: 0, isGuessed: true }
}

const dayMs = 86_400_000

type Length = { end: Moment | undefined; lengthMs: number | undefined }

/** An event of no length, or up to the day on which it begins, is on that day. */
function daysOf(start: Moment, { end, lengthMs = dayMs }: Length, clock: WallClock): Span {
  const last = end && (end.isDate ? end.wall : end.wall.round({ smallestUnit: 'day', roundingMode: 'ceil' }))
  const days = last ? start.wall.until(last, { largestUnit: 'days' }).days : Math.ceil(lengthMs / dayMs)
  if (days >= 0) return { start, days: Math.max(1, days), lengthMs: 0, isGuessed: false }
  if (days < -7) return wholeDay(start, clock)
  return { ...wholeDay({ ...start, wall: start.wall.add({ days }) }, clock), days: 1 - days }
}

/** One that ends before it starts is taken the other way round, unless that would be long. */
function hoursOf(start: Moment, { end, lengthMs = 0 }: Length, clock: WallClock): Span {
  const length = end ? clock.toInstant(end) - clock.toInstant(start) : lengthMs
  if (length >= 0) return { start, days: 0, lengthMs: length, isGuessed: false }
  if (length < -dayMs || end?.isDate) return wholeDay(start, clock)
  const wall = start.wall.add({ milliseconds: length })
  return { start: { ...start, wall }, days: 0, lengthMs: -length, isGuessed: true }
}

/** Epoch milliseconds of one occurrence, which starts at `wall` on the clock of its series. */
export function intervalOf(wall: Temporal.PlainDateTime, { start, days, lengthMs }: Span, clock: WallClock): Interval {
  const from = clock.toInstant({ ...start, wall })
  if (days === 0) return { from, until: from + lengthMs }
  return { from, until: clock.toInstant({ ...start, wall: wall.add({ days }) }) }
}
