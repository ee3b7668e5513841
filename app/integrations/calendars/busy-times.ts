import ICAL from 'ical.js'
import type { Oddity } from './calendar-work.ts'
import { intervalOf, isFree, type Span, spanOf, timesOf, tzidOf } from './events.ts'
import { clip, type Interval, mergeIntervals } from './merge-intervals.ts'
import { startsOfSeries } from './series.ts'
import { readWallClock, type WallClock } from './wall-clock.ts'

export type BusyTimes = { busy: Interval[]; oddities: Oddity[] }

export type ReadOptions = {
  within: Interval
  /** The zone of times that name none. */
  timeZone: string
  /** Events that don't count, by their UID: our own appointments come back from a program that shows our feed. */
  isOurs: (uid: string) => boolean
}

/** When the owner of a calendar (RFC 5545) is busy. Throws if the text is no calendar. */
export function readBusyTimes(text: string, { within, timeZone, isOurs }: ReadOptions): BusyTimes {
  const busy: Interval[] = []
  const found = new Set<Oddity>()
  for (const calendar of parseCalendars(text)) {
    const clock = readWallClock(calendar, timeZone)
    const reading = { clock, within, note: (oddity: Oddity) => found.add(oddity) }
    for (const [uid, events] of groupByUid(calendar)) {
      if (isOurs(uid)) continue
      try {
        for (const interval of busyOf(events, reading)) {
          const clipped = clip(interval, within)
          if (clipped) busy.push(clipped)
        }
      } catch {
        found.add('unreadable-event')
      }
    }
    for (const interval of publishedBusy(calendar, clock)) {
      const clipped = clip(interval, within)
      if (clipped) busy.push(clipped)
    }
    if (clock.hasUnknownZone()) found.add('unknown-zone')
  }
  return { busy: mergeIntervals(busy), oddities: [...found].sort() }
}

/** A file may hold several calendars one after the other. */
function parseCalendars(text: string) {
  const parsed: unknown = ICAL.parse(text)
  if (!Array.isArray(parsed)) throw new Error('not a calendar')
  const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
  const calendars = all.map((one) => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar')
  if (calendars.length === 0) throw new Error('not a calendar')
  return calendars
}

/** Without their parent, because ical.js would look through all others for the zone of each time. */
function groupByUid(calendar: ICAL.Component) {
  const [, , parts] = calendar.jCal as [string, unknown[], unknown[][]]
  const events = parts.filter(([name]) => name === 'vevent').map((part) => new ICAL.Component(part))
  return Map.groupBy(events, (event) => String(event.getFirstPropertyValue('uid') ?? ''))
}

type Reading = { clock: WallClock; within: Interval; note: (oddity: Oddity) => void }

/** Of the events with one UID: a series, and what was changed in it. */
function* busyOf(events: ICAL.Component[], reading: Reading): Generator<Interval> {
  const { clock } = reading
  const changes = events.filter((event) => event.hasProperty('recurrence-id'))
  const later = changes
    .filter((event) => event.getFirstProperty('recurrence-id')!.getFirstParameter('range') === 'THISANDFUTURE')
    .map((event) => ({ event, from: replacedStart(event, clock) }))
    .sort((one, other) => one.from - other.from)
  const single = changes.filter((event) => later.every((change) => change.event !== event))
  // Wherever it was moved to, also when its series lies outside.
  for (const event of single) yield* once(event, clock)
  const replaced = new Set(single.map((event) => replacedStart(event, clock)))
  for (const event of events) {
    if (event.hasProperty('recurrence-id')) continue
    if (event.hasProperty('rrule') || event.hasProperty('rdate')) yield* seriesOf(event, { replaced, later }, reading)
    else yield* once(event, clock)
  }
}

function* once(event: ICAL.Component, clock: WallClock) {
  const span = isFree(event) ? undefined : spanOf(event, clock)
  if (span) yield intervalOf(span.start, span, clock)
}

function replacedStart(event: ICAL.Component, clock: WallClock) {
  const property = event.getFirstProperty('recurrence-id')
  return clock.toInstant(property!.getFirstValue() as ICAL.Time, tzidOf(property))
}

type Changes = {
  /** Starts of occurrences that another event stands for. */
  replaced: ReadonlySet<number>
  /** Changes of an occurrence and all that follow. */
  later: { event: ICAL.Component; from: number }[]
}

function* seriesOf(event: ICAL.Component, { replaced, later }: Changes, reading: Reading): Generator<Interval> {
  const { clock, within, note } = reading
  const span = spanOf(event, clock)
  if (!span) return
  const isFreeSeries = isFree(event)
  const isLeftOut = leftOut(event, clock)
  const occurrence = (time: ICAL.Time): Interval | undefined => {
    const interval = intervalOf(time, span, clock)
    if (isLeftOut(time, interval.from) || replaced.has(interval.from)) return undefined
    const change = later.findLast(({ from }) => interval.from >= from)
    if (change) return changedOccurrence(time, change.event, clock)
    return isFreeSeries ? undefined : interval
  }
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur)
  for (const rule of rules) {
    if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY') {
      note('dense-series')
      if (!isFreeSeries) yield { from: clock.toInstant(span.start, span.tzid), until: within.until }
      continue
    }
    let last = clock.toInstant(span.start, span.tzid)
    for (const time of startsOfSeries({ rule, ...span, clock, within: before(within, span) })) {
      if (time === 'cut') {
        note('dense-series')
        if (!isFreeSeries) yield { from: last, until: within.until }
        break
      }
      const interval = occurrence(time)
      if (!interval) continue
      last = interval.from
      yield interval
    }
  }
  if (rules.length === 0) {
    const first = occurrence(span.start)
    if (first) yield first
  }
  for (const { time, tzid } of timesOf(event, 'rdate')) yield* addedDate(time, tzid, { event, span, clock, occurrence })
}

/** An occurrence that started before the interval may still last. */
const before = ({ from, until }: Interval, { days, lengthMs }: Span): Interval => ({
  from: from - lengthMs - days * 86_400_000,
  until,
})

/** Whether a start is an exception of its series (EXDATE), which may name only the day. */
function leftOut(event: ICAL.Component, clock: WallClock) {
  const exceptions = timesOf(event, 'exdate').map(({ time, tzid }) => ({ time: time as ICAL.Time, tzid }))
  const starts = new Set(
    exceptions.filter(({ time }) => !time.isDate).map(({ time, tzid }) => clock.toInstant(time, tzid)),
  )
  const days = new Set(exceptions.filter(({ time }) => time.isDate).map(({ time }) => time.toString()))
  return (time: ICAL.Time, from: number) => starts.has(from) || days.has(time.toString().slice(0, 10))
}

/** An occurrence after a change of 'this and all following': moved by as much as the first of them. */
function changedOccurrence(time: ICAL.Time, change: ICAL.Component, clock: WallClock) {
  const span = isFree(change) ? undefined : spanOf(change, clock)
  if (!span) return undefined
  const moved = time.clone()
  moved.addDuration(span.start.subtractDateTz(change.getFirstPropertyValue('recurrence-id') as ICAL.Time))
  return intervalOf(moved, span, clock)
}

type Added = {
  event: ICAL.Component
  span: Span
  clock: WallClock
  occurrence: (time: ICAL.Time) => Interval | undefined
}

/** A date that a series has besides its rule (RDATE); as a period it has a length of its own. */
function* addedDate(
  time: ICAL.Time | ICAL.Period,
  tzid: string | undefined,
  { event, span, clock, occurrence }: Added,
) {
  if (!('getDuration' in time)) {
    const at = clock.toInstant(time, tzid)
    const interval = occurrence(time)
    // Its zone may be another than that of the series.
    if (interval) yield { from: at, until: at + interval.until - interval.from }
    return
  }
  if (isFree(event) || !occurrence(time.start)) return
  const from = clock.toInstant(time.start, tzid ?? span.tzid)
  yield { from, until: from + time.getDuration().toSeconds() * 1000 }
}

/** Busy times without events, as some programs publish them (VFREEBUSY). */
function* publishedBusy(calendar: ICAL.Component, clock: WallClock) {
  for (const component of calendar.getAllSubcomponents('vfreebusy'))
    for (const property of component.getAllProperties('freebusy')) {
      if (String(property.getFirstParameter('fbtype') ?? 'BUSY').toUpperCase() === 'FREE') continue
      for (const period of property.getValues() as ICAL.Period[]) {
        const from = clock.toInstant(period.start)
        yield { from, until: from + period.getDuration().toSeconds() * 1000 }
      }
    }
}
