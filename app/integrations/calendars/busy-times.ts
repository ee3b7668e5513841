import type { Oddity } from './calendar-work.ts'
import { type Component, readComponents, textOf } from './components.ts'
import { intervalOf, isFree, propertiesOf, propertyOf, type Span, spanOf } from './events.ts'
import { clip, type Interval, mergeIntervals } from './merge-intervals.ts'
import { publishedBusy } from './published-busy.ts'
import { attempt, type Reading } from './reading.ts'
import { startsOfRule } from './rules.ts'
import { type Moment, readMoment, readMoments, readPeriods } from './times.ts'
import { dayNamed, fromUtc, readWallClock, type WallClock } from './wall-clock.ts'

export type BusyTimes = { busy: Interval[]; oddities: Oddity[] }

export type ReadOptions = {
  within: Interval
  /** The clinic's: of its days, and of times that name no zone. */
  timeZone: string
  /** Events that don't count, by their UID: our own appointments come back from a program that shows our feed. */
  isOurs: (uid: string) => boolean
}

/** When the owner of a calendar (RFC 5545) is busy. Throws if the file is no calendar. */
export function readBusyTimes(file: string | Uint8Array, { within, timeZone, isOurs }: ReadOptions): BusyTimes {
  const busy: Interval[] = []
  const found = new Set<Oddity>()
  const note = (oddity: Oddity) => found.add(oddity)
  const { calendars, isDamaged } = readComponents(file)
  if (isDamaged) note('damaged')
  const add = (intervals: Iterable<Interval>) => {
    for (const interval of intervals) {
      const clipped = clip(interval, within)
      if (clipped) busy.push(clipped)
    }
  }
  for (const calendar of calendars) {
    const clock = readWallClock(calendar, timeZone)
    const reading = { clock, within, note }
    for (const [uid, events] of groupByUid(calendar)) if (!isOurs(uid)) add(busyOf(events, reading))
    add(publishedBusy(calendar, reading))
    if (clock.hasUnknownZone()) note('unknown-zone')
  }
  return { busy: mergeIntervals(busy), oddities: [...found].sort() }
}

/** Events without one have nothing to do with each other. */
function groupByUid(calendar: Component) {
  const events = calendar.parts.filter(({ name }) => name === 'VEVENT')
  return Map.groupBy(events, (event, index) => textOf(event, 'UID') || `without:${index}`)
}

type Wall = Temporal.PlainDateTime

type Change = { event: Component; replaces: Moment | undefined; isLater: boolean; span: Span | undefined }

/** Of the events with one UID: a series, and what was changed in it. */
function* busyOf(events: Component[], reading: Reading): Generator<Interval> {
  const { note } = reading
  const changes = events.flatMap((event): Change[] => {
    const property = propertyOf(event, 'RECURRENCE-ID')
    if (!property) return []
    const replaces = readMoment(property.value, property)
    const isLater = /;RANGE="?THISANDFUTURE/.test(property.params)
    return [{ event, replaces, isLater: isLater && replaces !== undefined, span: readSpan(event, reading) }]
  })
  // Wherever it was moved to, also when its series lies outside.
  for (const { event, isLater, span } of changes)
    if (!isLater && span && !isFree(event)) yield* attempt(note, () => once(span, reading)) ?? []
  for (const event of events) {
    if (propertyOf(event, 'RECURRENCE-ID')) continue
    const span = readSpan(event, reading)
    if (!span) continue
    const isSeries = propertyOf(event, 'RRULE') ?? propertyOf(event, 'RDATE')
    const series = isSeries && attempt(note, () => [...seriesOf(event, span, changes, reading)])
    if (series) yield* series
    else if (!isFree(event)) yield* attempt(note, () => once(span, reading)) ?? []
  }
}

/** One without a length may be a reminder, or have lost its end. */
function once(span: Span, { clock, within, note }: Reading): Interval[] {
  const interval = intervalOf(span.start.wall, span, clock)
  const isWithin = interval.from >= within.from && interval.from < within.until
  if (interval.from === interval.until && isWithin) note('no-length')
  return [interval]
}

/** Notes what was guessed, and that an event is at no time. */
function readSpan(event: Component, { clock, note }: Reading) {
  const span = attempt(note, () => spanOf(event, clock))
  if (isFree(event)) return span
  if (!span) note('unreadable-event')
  else if (span.isGuessed) note('unclear-event')
  return span
}

function* seriesOf(event: Component, span: Span, changes: Change[], reading: Reading): Generator<Interval> {
  const { clock, within, note } = reading
  const { start } = span
  const occurrence = readOccurrences(event, span, changes, reading)
  const isFreeSeries = isFree(event)
  if (span.days === 0 && span.lengthMs === 0 && !isFreeSeries) note('no-length')
  const first = occurrence(start.wall)
  if (first) yield first
  const window = wallWindow(within, span)
  const toWallUntil = (until: Moment) => lastWall(until, start, clock)
  for (const { value } of propertiesOf(event, 'RRULE')) {
    const starts = startsOfRule(value, { start: start.wall, within: window, toWallUntil })
    if (starts.ok && starts.isGuessed) note('unclear-event')
    if (starts.ok) for (const wall of starts.walls) yield* [occurrence(wall)].filter((one) => one !== undefined)
    else if (starts.reason === 'unreadable') note('unclear-event')
    else {
      note('dense-series')
      if (!isFreeSeries) yield { from: clock.toInstant(start), until: within.until }
    }
  }
  for (const property of propertiesOf(event, 'RDATE'))
    yield* addedDates(property, { span, clock, occurrence, isFreeSeries })
}

/** What became of an occurrence: undefined if it was left out or moved, or if its owner is free. */
function readOccurrences(event: Component, span: Span, changes: Change[], reading: Reading) {
  const { clock } = reading
  const exceptions = namedStarts(propertiesOf(event, 'EXDATE').flatMap(readMoments), span, reading)
  // A change that cannot be read replaces nothing.
  const readable = changes.filter((change) => change.replaces && (change.span ?? isFree(change.event)))
  const single = readable.filter(({ isLater }) => !isLater).map(({ replaces }) => replaces!)
  const replaced = namedStarts(single, span, reading)
  const later = readable
    .filter(({ isLater }) => isLater)
    .map(({ replaces, ...change }) => ({ ...change, replaces: replaces!, from: clock.toInstant(replaces!) }))
    .sort((one, other) => one.from - other.from)
  const isFreeSeries = isFree(event)
  return (wall: Wall): Interval | undefined => {
    const interval = intervalOf(wall, span, clock)
    if (exceptions(wall, interval.from) || replaced(wall, interval.from)) return undefined
    const change = later.findLast(({ from }) => interval.from >= from)
    if (!change) return isFreeSeries ? undefined : interval
    if (!change.span || isFree(change.event)) return undefined
    // Moved by as much as the first of them.
    const moved = wall.add(change.replaces.wall.until(change.span.start.wall, { largestUnit: 'days' }))
    return intervalOf(moved, change.span, clock)
  }
}

/** Whether a start is one of these, which may name only its day. */
function namedStarts(moments: Moment[], { start }: Span, { clock, note }: Reading) {
  const days = new Set<string>()
  const instants = new Set<number>()
  for (const moment of moments)
    if (moment.isDate || start.isDate) {
      const day = dayNamed(moment, clock)
      if (day) days.add(day.toPlainDate().toString())
      else note('unclear-event')
    } else attempt(note, () => instants.add(clock.toInstant(moment)))
  return (wall: Wall, from: number) => instants.has(from) || (days.size > 0 && days.has(wall.toPlainDate().toString()))
}

/** An occurrence that started before the interval may still last, and zones are less than two days apart. */
function wallWindow({ from, until }: Interval, { days, lengthMs }: Span) {
  return { from: fromUtc(from - lengthMs).subtract({ days: days + 2 }), until: fromUtc(until).add({ days: 2 }) }
}

/** The end of a rule on the clock of its series; a day counts whole. */
function lastWall(until: Moment, start: Moment, clock: WallClock) {
  const day = until.isDate || start.isDate ? dayNamed(until, clock) : undefined
  if (day) return day.round({ smallestUnit: 'day', roundingMode: 'floor' }).add({ hours: 23, minutes: 59, seconds: 59 })
  return until.zone === undefined ? until.wall : clock.toWall(clock.toInstant(until), start)
}

type Added = {
  span: Span
  clock: WallClock
  occurrence: (wall: Wall) => Interval | undefined
  isFreeSeries: boolean
}

/** Dates that a series has besides its rule (RDATE); as a period one has a length of its own. */
function* addedDates(property: Parameters<typeof readPeriods>[0], { span, clock, occurrence, isFreeSeries }: Added) {
  for (const { start: stated, end, lengthMs } of readPeriods(property)) {
    // A day alone means the time of the series on that day.
    const isDay = stated.isDate && !span.start.isDate
    const start = isDay ? { ...span.start, wall: stated.wall.withPlainTime(span.start.wall.toPlainTime()) } : stated
    const interval = occurrence(start.wall)
    if (!interval || isFreeSeries) continue
    // Its zone may be another than that of the series.
    const from = clock.toInstant({ ...start, isDate: start.isDate || span.start.isDate })
    const until = end ? clock.toInstant(end) : from + (lengthMs ?? interval.until - interval.from)
    yield { from, until }
  }
}
