import { type Component, textOf } from './components.ts'
import { startsOfRule } from './rules.ts'
import { type Moment, readMoment, readMoments } from './times.ts'
import { findZone } from './zone-names.ts'

/** How the times of one calendar are read as instants. */
export type WallClock = {
  /** Epoch milliseconds. Whole days are days of the clinic, wherever the calendar was made. */
  toInstant(moment: Moment): number
  /** What the clock of a moment's zone shows at an instant. */
  toWall(instant: number, zoneOf: Moment): Temporal.PlainDateTime
  /** Whether a time named a zone that nobody knows; it was read as the calendar's own. */
  hasUnknownZone(): boolean
}

/** `home`: the clinic's zone, also of times that name none, unless the calendar has one of its own. */
export function readWallClock(calendar: Component, home: string): WallClock {
  const described = new Map(
    calendar.parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .flatMap((zone) => {
        const tzid = textOf(zone, 'TZID')?.replaceAll('"', '')
        const changes = changesOf(zone)
        return tzid && changes.length > 0 ? [[tzid, changes] as const] : []
      }),
  )
  const floating = findZone(textOf(calendar, 'X-WR-TIMEZONE') ?? '') ?? home
  let isUnknown = false
  /** A name that Temporal knows, or the changes of the clock that the calendar describes. */
  const zoneOf = ({ isDate, zone, tzid }: Moment) => {
    if (isDate) return home
    if (zone ?? !tzid) return zone ?? floating
    const changes = described.get(tzid)
    const found = findZone(tzid, changes !== undefined) ?? changes
    if (!found) isUnknown = true
    return found ?? floating
  }
  return {
    toInstant(moment) {
      const zone = zoneOf(moment)
      // A time that the clocks skip is read as before the change, one that comes twice as the first (RFC 5545, 3.3.5).
      if (typeof zone === 'string') return toInstant(moment.wall, zone)
      const last = zone.findLast(({ at }) => Temporal.PlainDateTime.compare(at, moment.wall) <= 0)
      return asUtc(moment.wall) - (last ? last.to : zone[0]!.from)
    },
    toWall(instant, moment) {
      const zone = zoneOf(moment)
      if (typeof zone === 'string')
        return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
      const last = zone.findLast(({ at, from }) => asUtc(at) - from <= instant)
      return fromUtc(instant + (last ? last.to : zone[0]!.from))
    },
    hasUnknownZone: () => isUnknown,
  }
}

function toInstant(wall: Temporal.PlainDateTime, zone: string) {
  const day = `${zone} ${wall.year}-${wall.month}-${wall.day}`
  if (!offsets.has(day)) offsets.set(day, offsetOf(wall, zone))
  const offset = offsets.get(day)
  return offset === undefined ? wall.toZonedDateTime(zone).epochMilliseconds : asUtc(wall) - offset
}

/** Of days on which the clocks don't change, in milliseconds: asking Temporal for each time would be most of the work. */
const offsets = new Map<string, number | undefined>()

function offsetOf(wall: Temporal.PlainDateTime, zone: string) {
  const day = wall.toPlainDate()
  const [at, after] = [day.toZonedDateTime(zone), day.add({ days: 1 }).toZonedDateTime(zone)]
  return at.offsetNanoseconds === after.offsetNanoseconds ? at.offsetNanoseconds / 1e6 : undefined
}

function asUtc({ year, month, day, hour, minute, second, millisecond }: Temporal.PlainDateTime) {
  const at = Date.UTC(2000, month - 1, day, hour, minute, second, millisecond)
  // Date.UTC takes the first hundred years for those of 1900.
  return year === 2000 ? at : new Date(at).setUTCFullYear(year, month - 1, day)
}
export const fromUtc = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDateTime()

type Change = { at: Temporal.PlainDateTime; from: number; to: number }

/** When the clocks of a zone change that a calendar describes itself ('Customized Time Zone'; RFC 5545, 3.6.5). */
function changesOf(zone: Component): Change[] {
  const now = fromUtc(Date.now())
  const within = { from: now.subtract({ years: 3 }), until: now.add({ years: 3 }) }
  const changes = zone.parts.flatMap((part): Change[] => {
    const [from, to] = [readOffset(textOf(part, 'TZOFFSETFROM')), readOffset(textOf(part, 'TZOFFSETTO'))]
    const start = readMoment(textOf(part, 'DTSTART') ?? '', { tzid: undefined, params: '' })
    if (to === undefined || !start) return []
    const rules = part.properties.filter(({ name }) => name === 'RRULE')
    const repeated = rules.flatMap(({ value }) => {
      const starts = startsOfRule(value, { start: start.wall, within, toWallUntil: ({ wall }) => wall })
      return starts.ok ? starts.walls : []
    })
    const named = part.properties.filter(({ name }) => name === 'RDATE').flatMap(readMoments)
    return [start.wall, ...repeated, ...named.map(({ wall }) => wall)].map((at) => ({ at, from: from ?? to, to }))
  })
  return changes.sort((one, other) => Temporal.PlainDateTime.compare(one.at, other.at))
}

/** In milliseconds. */
function readOffset(text: string | undefined) {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
