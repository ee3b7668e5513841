import ICAL from 'ical.js'
import type { Interval } from './merge-intervals.ts'
import type { WallClock } from './wall-clock.ts'

type Series = { rule: ICAL.Recur; start: ICAL.Time; tzid: string | undefined; clock: WallClock; within: Interval }

/** Enough for one a day in 50 years. A series with more is not worth the time. */
const mostSteps = 20_000

const dayMs = 86_400_000
/** Zones are less than two days apart. */
const slackDays = 2

/**
 * The starts of a series (RFC 5545, RRULE) that can lie within an interval, as times on its wall clock; `cut` after too
 * many, since the rest is unknown then.
 */
export function* startsOfSeries({ rule, start, tzid, clock, within }: Series): Generator<ICAL.Time | 'cut'> {
  const first = toDayNumber(within.from - slackDays * dayMs)
  const last = toDayNumber(within.until + slackDays * dayMs)
  const until = endInUtc(rule)
  const iterator = rule.iterator(nearFirst(rule, start, within.from))
  for (let steps = 0, time = iterator.next(); time; time = iterator.next(), steps += 1) {
    if (steps >= mostSteps) {
      yield 'cut'
      return
    }
    // On the wall clock first, because an instant costs more.
    const day = time.year * 10_000 + time.month * 100 + time.day
    if (day > last || (until !== undefined && day >= first && clock.toInstant(time, tzid) > until)) return
    if (day >= first) yield time
  }
}

function toDayNumber(at: number) {
  const date = new Date(at)
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
}

/** Removes an end in UTC from the rule, because ical.js compares it with the wall clock of another zone. */
function endInUtc(rule: ICAL.Recur) {
  const { until } = rule
  if (!until || until.isDate || until.zone !== ICAL.Timezone.utcTimezone) return undefined
  rule.until = null
  return until.toUnixTime() * 1000
}

const daysOf: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7 }

/** A whole number of intervals later: most of the time goes into the years before the first day of interest. */
function nearFirst(rule: ICAL.Recur, start: ICAL.Time, from: number) {
  const days = (daysOf[rule.freq] ?? 0) * (rule.interval || 1)
  if (days === 0 || rule.count) return start
  const elapsed = (from - Date.UTC(start.year, start.month - 1, start.day)) / dayMs
  const intervals = Math.floor(elapsed / days) - Math.ceil(40 / days)
  if (intervals < 1) return start
  const near = start.clone()
  near.adjust(intervals * days, 0, 0, 0)
  return near
}
