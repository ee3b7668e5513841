import type ICAL from 'ical.js'
import type { WallClock } from './wall-clock.ts'

/** When an event is, on its own clock, and how long. */
export type Span = {
  start: ICAL.Time
  tzid: string | undefined
  /** Of an event of whole days; otherwise 0. Days may have 23 or 25 hours. */
  days: number
  lengthMs: number
}

const text = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()

/** Whether its owner can be booked during an event. */
export const isFree = (event: ICAL.Component) =>
  text(event, 'transp') === 'TRANSPARENT' ||
  text(event, 'status') === 'CANCELLED' ||
  ['FREE', 'WORKINGELSEWHERE'].includes(text(event, 'x-microsoft-cdo-busystatus'))

/** The values of all properties of a name, with the zone that each names. */
export const timesOf = (event: ICAL.Component, name: string) =>
  event
    .getAllProperties(name)
    .flatMap((property) =>
      property.getValues().map((time) => ({ time: time as ICAL.Time | ICAL.Period, tzid: tzidOf(property) })),
    )

export function tzidOf(property: ICAL.Property | null) {
  const tzid = property?.getFirstParameter('tzid')
  return typeof tzid === 'string' ? tzid : undefined
}

/** Undefined for an event without a start, which is at no time. */
export function spanOf(event: ICAL.Component, clock: WallClock): Span | undefined {
  const property = event.getFirstProperty('dtstart')
  if (!property) return undefined
  const start = property.getFirstValue() as ICAL.Time
  const tzid = tzidOf(property)
  const endProperty = event.getFirstProperty('dtend')
  const end = endProperty?.getFirstValue() as ICAL.Time | undefined
  const seconds = (event.getFirstPropertyValue('duration') as ICAL.Duration | null)?.toSeconds()
  if (start.isDate) {
    const days = end ? end.subtractDateTz(start).toSeconds() / 86_400 : (seconds ?? 86_400) / 86_400
    return { start, tzid, days: Math.max(0, days), lengthMs: 0 }
  }
  const lengthMs = end
    ? clock.toInstant(end, tzidOf(endProperty ?? null)) - clock.toInstant(start, tzid)
    : (seconds ?? 0) * 1000
  return { start, tzid, days: 0, lengthMs: Math.max(0, lengthMs) }
}

/** Epoch milliseconds of one occurrence, which starts at `time` on the clock of its series. */
export function intervalOf(time: ICAL.Time, { tzid, days, lengthMs }: Span, clock: WallClock) {
  const from = clock.toInstant(time, tzid)
  if (days === 0) return { from, until: from + lengthMs }
  const end = time.clone()
  end.adjust(days, 0, 0, 0)
  return { from, until: clock.toInstant(end, tzid) }
}
