import type { Oddity } from './calendar-work.ts'
import { type Component, readComponents, textOf } from './components.ts'
import { intervalOf, isFree, propertiesOf, propertyOf, type Span, spanOf } from './events.ts'
import { clip, type Interval, mergeIntervals } from './merge-intervals.ts'
import { startsOfRule } from './rules.ts'
import { type Moment, readMoment, readMoments, readPeriods } from './times.ts'
import { fromUtc, readWallClock, type WallClock } from './wall-clock.ts'

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
    add(publishedBusy(calendar, clock))
    if (clock.hasUnknownZone()) note('unknown-zone')
  }
  return { busy: mergeIntervals(busy), oddities: [...found].sort() }
}

/** Events without one have nothing to do with each other. */
function groupByUid(calendar: Component) {
  const events = calendar.parts.filter(({ name }) => name === 'VEVENT')
  return Map.groupBy(events, (event, index) => textOf(event, 'UID') || `without:${index}`)
}

type Reading = { clock: WallClock; within: Interval; note: (oddity: Oddity) => void }
type Wall = Temporal.PlainDateTime

/** Each of an event, whatever happens to the others. */
function attempt<Result>(note: Reading['note'], read: () => Result | undefined): Result | undefined {
  try {
    return read()
  } catch {
    note('unreadable-event')
    return undefined
  }
}

type Change = { event: Component; replaces: Moment | undefined; isLater: boolean; span: Span | undefined }

/** Of the events with one UID: a series, and what was changed in it. */
function* busyOf(events: Component[], reading: Reading): Generator<Interval> {
  const { clock, note } = reading
  const changes = events.flatMap((event): Change[] => {
    const property = propertyOf(event, 'RECURRENCE-ID')
    if (!property) return []
    const replaces = readMoment(property.value, property)
    const isLater = /;RANGE="?THISANDFUTURE/.test(property.params)
    return [{ event, replaces, isLater: isLater && replaces !== undefined, span: readSpan(event, reading) }]
  })
  // Wherever it was moved to, also when its series lies outside.
  for (const { event, isLater, span } of changes)
    if (!isLater && span && !isFree(event)) yield intervalOf(span.start.wall, span, clock)
  for (const event of events) {
    if (propertyOf(event, 'RECURRENCE-ID')) continue
    const span = readSpan(event, reading)
    if (!span) continue
    const isSeries = propertyOf(event, 'RRULE') ?? propertyOf(event, 'RDATE')
    if (isSeries) yield* attempt(note, () => [...seriesOf(event, span, changes, reading)]) ?? []
    else if (!isFree(event)) yield intervalOf(span.start.wall, span, clock)
  }
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
  const occurrence = readOccurrences(event, span, changes, clock)
  const isFreeSeries = isFree(event)
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
function readOccurrences(event: Component, span: Span, changes: Change[], clock: WallClock) {
  const exceptions = namedStarts(propertiesOf(event, 'EXDATE').flatMap(readMoments), span, clock)
  // A change that cannot be read replaces nothing.
  const readable = changes.filter((change) => change.replaces && (change.span ?? isFree(change.event)))
  const single = readable.filter(({ isLater }) => !isLater).map(({ replaces }) => replaces!)
  const replaced = namedStarts(single, span, clock)
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
function namedStarts(moments: Moment[], { start }: Span, clock: WallClock) {
  const byDay = moments.filter(({ isDate }) => isDate || start.isDate)
  const days = new Set(byDay.map(({ wall }) => wall.toPlainDate().toString()))
  const instants = new Set(moments.filter(({ isDate }) => !isDate).map((moment) => clock.toInstant(moment)))
  return (wall: Wall, from: number) => instants.has(from) || (days.size > 0 && days.has(wall.toPlainDate().toString()))
}

/** An occurrence that started before the interval may still last, and zones are less than two days apart. */
function wallWindow({ from, until }: Interval, { days, lengthMs }: Span) {
  return { from: fromUtc(from - lengthMs).subtract({ days: days + 2 }), until: fromUtc(until).add({ days: 2 }) }
}

/** The end of a rule on the clock of its series; a day counts whole. */
function lastWall(until: Moment, start: Moment, clock: WallClock) {
  if (until.isDate) return until.wall.add({ hours: 23, minutes: 59, seconds: 59 })
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
  for (const { start, end, lengthMs } of readPeriods(property)) {
    const interval = occurrence(start.wall)
    if (!interval || isFreeSeries) continue
    // Its zone may be another than that of the series.
    const from = clock.toInstant({ ...start, isDate: start.isDate || span.start.isDate })
    const until = end ? clock.toInstant(end) : from + (lengthMs ?? interval.until - interval.from)
    yield { from, until }
  }
}

/** Busy times without events, as some programs publish them (VFREEBUSY). */
function* publishedBusy(calendar: Component, clock: WallClock) {
  for (const component of calendar.parts.filter(({ name }) => name === 'VFREEBUSY'))
    for (const property of propertiesOf(component, 'FREEBUSY')) {
      if (/;FBTYPE="?FREE\b/.test(property.params)) continue
      for (const { start, end, lengthMs = 0 } of readPeriods(property)) {
        const from = clock.toInstant(start)
        yield { from, until: end ? clock.toInstant(end) : from + lengthMs }
      }
    }
}
