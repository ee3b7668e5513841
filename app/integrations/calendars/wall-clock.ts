import { type Component, textOf } from './components.ts'
import { startsOfRule } from './rules.ts'
import { type Moment, readMoment, readMoments } from './times.ts'
import { guessZone, placeOf } from './zone-names.ts'
import { zoneOfClock } from './zones-of-people.ts'

/** How the times of one calendar are read as instants. */
export type WallClock = {
  /** Epoch milliseconds. Whole days are days of the clinic, wherever the calendar was made. */
  toInstant(moment: Moment): number
  /** What the clock of a moment's zone shows at an instant. */
  toWall(instant: number, zoneOf: Moment): Temporal.PlainDateTime
  /** Whether a time named a zone that nobody knows; it was read as the calendar's own. */
  hasUnknownZone(): boolean
}

/** A name that Temporal knows, or the changes of a clock that the calendar describes. */
type Zone = string | Change[]

/** `home`: the clinic's zone, also of times that name none, unless the calendar has one of its own. */
export function readWallClock(calendar: Component, home: string): WallClock {
  const described = new Map(
    calendar.parts.filter(({ name }) => name === 'VTIMEZONE').flatMap((zone) => describedZone(zone)),
  )
  const find = (name: string): Zone | undefined => placeOf(name) ?? described.get(toKey(name)) ?? guessZone(name)
  const own = textOf(calendar, 'X-WR-TIMEZONE') ?? ''
  const floating = own === '' ? home : find(own)
  let isUnknown = false
  const zoneOf = ({ isDate, zone, tzid }: Moment): Zone => {
    if (isDate) return home
    const found = zone ?? (tzid ? find(tzid) : floating)
    if (found === undefined) isUnknown = true
    return found ?? floating ?? home
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

/**
 * The day that an exception of whole days means. As a time in UTC it is the midnight of some clock: its own, that of the
 * calendar or the clinic's. Undefined if it is the midnight of none of them.
 */
export function dayNamed(moment: Moment, clock: WallClock): Temporal.PlainDateTime | undefined {
  // Its zone is that of its writer, to whom this day is the one.
  if (moment.isDate || moment.zone === undefined) return moment.wall
  const at = clock.toInstant(moment)
  const zones = [
    { ...moment, zone: undefined, tzid: undefined },
    { ...moment, isDate: true },
  ]
  const walls = [moment.wall, ...zones.map((zone) => clock.toWall(at, zone))]
  return walls.find((wall) => wall.hour === 0 && wall.minute === 0)
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

const toKey = (name: string) => name.replaceAll('"', '').trim().toLowerCase()

/** A zone that the calendar describes itself ('Customized Time Zone'; RFC 5545, 3.6.5), by its name. */
function describedZone(zone: Component): [string, Zone][] {
  const tzid = textOf(zone, 'TZID')
  if (!tzid) return []
  // Where the program that wrote it knows the place.
  const place = placeOf(textOf(zone, 'X-LIC-LOCATION') ?? '')
  if (place) return [[toKey(tzid), place]]
  const changes = changesOf(zone)
  if (changes.length > 0) return [[toKey(tzid), changes]]
  const offsets = zone.parts.flatMap((part) => toIsoOffset(textOf(part, 'TZOFFSETTO')) ?? [])
  const alike = offsets.length > 1 ? zoneOfClock(offsets.slice(0, 2)) : undefined
  return alike ? [[toKey(tzid), alike]] : []
}

/** When its clocks change. Empty if it cannot be told which of several offsets is when. */
function changesOf(zone: Component): Change[] {
  const now = fromUtc(Date.now())
  const within = { from: now.subtract({ years: 3 }), until: now.add({ years: 3 }) }
  const isTold = (part: Component) => ['DTSTART', 'RRULE', 'RDATE'].some((name) => textOf(part, name))
  if (zone.parts.length > 1 && !zone.parts.every(isTold)) return []
  const changes = zone.parts.flatMap((part): Change[] => {
    const [from, to] = [readOffset(textOf(part, 'TZOFFSETFROM')), readOffset(textOf(part, 'TZOFFSETTO'))]
    // Without it since ever, at the hour when clocks mostly change.
    const start = readMoment(textOf(part, 'DTSTART') ?? '19700101T020000', { tzid: undefined, params: '' })
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

const toIsoOffset = (text: string | undefined) => /^[+-]\d\d:?\d\d/.exec(text ?? '')?.[0].replace(/^(...):?/, '$1:')

/** In milliseconds. */
function readOffset(text: string | undefined) {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
