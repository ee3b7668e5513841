import { RRuleTemporal } from 'rrule-temporal'
import { type Moment, readMoment } from './times.ts'

type Wall = Temporal.PlainDateTime

export type RuleStarts =
  /** `isGuessed`: parts of the rule could not be read and were left out. */
  | { ok: true; walls: Wall[]; isGuessed: boolean }
  /** 'unreadable': no rule. 'dense': it repeats too often to step through. */
  | { ok: false; reason: 'unreadable' | 'dense' }

type Series = {
  start: Wall
  within: { from: Wall; until: Wall }
  /** The end of a rule on the clock of its series. */
  toWallUntil: (until: Moment) => Wall
}

/** The starts of a rule (RFC 5545, RRULE) within an interval, on its wall clock. Zones are left out by calling it UTC. */
export function startsOfRule(text: string, { start, within, toWallUntil }: Series): RuleStarts {
  const { parts, until, isGuessed } = readRule(text)
  const frequency = parts.get('FREQ')
  if (frequency === undefined) return { ok: false, reason: 'unreadable' }
  if (frequency === 'SECONDLY' || frequency === 'MINUTELY') return { ok: false, reason: 'dense' }
  try {
    const rule = new RRuleTemporal({
      rruleString: `RRULE:${[...parts].map(([name, value]) => `${name}=${value}`).join(';')}`,
      dtstart: nearFirst(parts, start, within.from).toZonedDateTime('UTC'),
      tzid: 'UTC',
      temporal: Temporal,
      ...(until && { until: toWallUntil(until).toZonedDateTime('UTC') }),
      maxIterations: mostSteps,
      maxCandidateEvaluations: mostSteps,
      cache: false,
    })
    const from = Temporal.PlainDateTime.compare(within.from, start) > 0 ? within.from : start
    const found = rule.between(from.toZonedDateTime('UTC'), within.until.toZonedDateTime('UTC'), true)
    const walls = found.map((one) => one.toPlainDateTime())
    return walls.length > mostStarts ? { ok: false, reason: 'dense' } : { ok: true, walls, isGuessed }
  } catch (error) {
    const isTooMuch = error instanceof Error && /exceeded/i.test(error.message)
    return { ok: false, reason: isTooMuch ? 'dense' : 'unreadable' }
  }
}

const daysOf: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7 }

/** A whole number of intervals later: most of the time goes into the years before the first day of interest. */
function nearFirst(parts: Map<string, string>, start: Wall, from: Wall) {
  const days = (daysOf[parts.get('FREQ') ?? ''] ?? 0) * Number(parts.get('INTERVAL') ?? 1)
  if (days === 0 || parts.has('COUNT')) return start
  const intervals = Math.floor(start.until(from, { largestUnit: 'days' }).days / days) - Math.ceil(40 / days)
  return intervals < 1 ? start : start.add({ days: intervals * days })
}

/** Enough for one a day in 50 years. A series with more is not worth the time. */
const mostSteps = 20_000
const mostStarts = 10_000

/** What is allowed in each part: another value is left out, and a part without values, too. */
const numbers = (most: number) => (value: string) =>
  /^[+-]?\d{1,3}$/.test(value) && Number(value) !== 0 && Math.abs(Number(value)) <= most
const allowed: Record<string, (value: string) => boolean> = {
  FREQ: (value) => /^(?:YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/.test(value),
  INTERVAL: (value) => /^0*[1-9]\d{0,5}$/.test(value),
  COUNT: (value) => /^0*[1-9]\d{0,5}$/.test(value),
  WKST: (value) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value),
  BYDAY: (value) => /^(?:[+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value),
  BYMONTH: (value) => /^0?[1-9]$|^1[0-2]$/.test(value),
  BYMONTHDAY: numbers(31),
  BYYEARDAY: numbers(366),
  BYWEEKNO: numbers(53),
  BYSETPOS: numbers(366),
  BYHOUR: (value) => /^[01]?\d$|^2[0-3]$/.test(value),
  BYMINUTE: (value) => /^[0-5]?\d$/.test(value),
  BYSECOND: (value) => /^[0-5]?\d$/.test(value),
}

function readRule(text: string) {
  const parts = new Map<string, string>()
  let until: Moment | undefined
  let isGuessed = false
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';').slice(0, 30)) {
    const [name = '', value = ''] = part.split('=')
    if (name === '') continue
    if (name === 'UNTIL') {
      until = readMoment(value, { tzid: undefined, params: '' })
      isGuessed ||= until === undefined
      continue
    }
    const values = value.split(',')
    const good = values.filter((one) => allowed[name]?.(one))
    if (good.length > 0) parts.set(name, good.slice(0, 400).join(','))
    if (good.length < values.length) isGuessed = true
  }
  return { parts, until, isGuessed }
}
