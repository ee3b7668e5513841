import ICAL from 'ical.js'
import { findIana } from 'windows-iana'

/** How the times of one calendar are read as instants. */
export type WallClock = {
  /** Epoch milliseconds of a time on the clock of its zone (RFC 5545, TZID). */
  toInstant(time: ICAL.Time, tzid?: string): number
  /** Whether a time named a zone that nobody knows; it was read as the calendar's own. */
  hasUnknownZone(): boolean
}

/** `home`: the zone of times that name none, unless the calendar has one of its own. */
export function readWallClock(calendar: ICAL.Component, home: string): WallClock {
  const known = new Map<string, string | undefined>()
  // Asking Intl for each of thousands of times would be most of the work.
  const findZone = (tzid: string) => {
    if (!known.has(tzid)) known.set(tzid, toZone(tzid))
    return known.get(tzid)
  }
  const ownRules = readOwnRules(calendar)
  const named = calendar.getFirstPropertyValue('x-wr-timezone')
  const floating = (typeof named === 'string' && findZone(named)) || home
  let isUnknown = false
  return {
    toInstant(time, tzid) {
      if (time.zone === ICAL.Timezone.utcTimezone) return toInstant(time, 'UTC')
      if (!tzid) return toInstant(time, floating)
      const zone = findZone(tzid)
      if (zone) return toInstant(time, zone)
      const rules = ownRules.get(tzid)
      if (rules) return toInstant(time, 'UTC') - rules.utcOffset(time) * 1000
      isUnknown = true
      return toInstant(time, floating)
    },
    hasUnknownZone: () => isUnknown,
  }
}

/** A time that the clocks skip is read as before the change, one that comes twice as the first (RFC 5545, 3.3.5). */
const toInstant = ({ year, month, day, hour, minute, second }: ICAL.Time, zone: string) =>
  Temporal.PlainDateTime.from(
    { year, month, day, hour, minute, second: Math.min(second, 59) },
    { overflow: 'reject' },
  ).toZonedDateTime(zone).epochMilliseconds

/** Some programs write '/example.org/2026/America/Chicago', and Microsoft's have names of their own. */
function toZone(tzid: string) {
  const plain = tzid.replace(/^\/[^/]+\/[^/]+\/(?=.)/, '')
  return [tzid, plain, findIana(plain)[0]].find((zone) => zone !== undefined && isZone(zone))
}

function isZone(zone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Zones that a calendar describes itself ('Customized Time Zone'), by their names. */
const readOwnRules = (calendar: ICAL.Component) =>
  new Map(
    calendar.getAllSubcomponents('vtimezone').map((component) => {
      const zone = new ICAL.Timezone(component)
      return [zone.tzid, zone]
    }),
  )
