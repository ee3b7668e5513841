import type { Property } from './components.ts'

/** A time as a calendar writes it (RFC 5545, 3.3.4 and 3.3.5). */
export type Moment = {
  /** On the clock of its zone; of a whole day its beginning. */
  wall: Temporal.PlainDateTime
  isDate: boolean
  /** The zone that it states itself: UTC or an offset. */
  zone: string | undefined
  /** The zone that its property names. */
  tzid: string | undefined
}

/** Also with dashes, colons, parts of a second, an offset, or without its type. Undefined for what is no time. */
export function readMoment(text: string, { tzid, params }: Pick<Property, 'tzid' | 'params'>): Moment | undefined {
  const [, year, month, day, time, zone] = timeForm.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const [, hour = '0', minute = '0', second = '0'] = /^(\d\d):?(\d\d)(?::?(\d\d))?/.exec(time ?? '') ?? []
  const isDate = time === undefined || /;VALUE=DATE(?!-)/.test(params)
  try {
    // Midnight at the end of a day, and a second that is inserted.
    const clock = { hour: Number(hour) % 24, minute: Number(minute), second: Math.min(Number(second), 59) }
    const at = Temporal.PlainDateTime.from({ ...date, ...(!isDate && clock) }, { overflow: 'reject' })
    if (Number(hour) > 24) return undefined
    return { wall: !isDate && hour === '24' ? at.add({ days: 1 }) : at, isDate, zone: toZone(zone), tzid }
  } catch {
    return undefined
  }
}

const timeForm =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const toZone = (stated: string | undefined) =>
  stated === undefined
    ? undefined
    : stated.toUpperCase() === 'Z'
      ? 'UTC'
      : stated.padEnd(5, '0').replace(/^(...):?/, '$1:')

/** The day at the beginning of what is no time otherwise. */
export function readDay(text: string): Moment | undefined {
  return readMoment(text.trim().slice(0, text.trim().charAt(4) === '-' ? 10 : 8), { tzid: undefined, params: '' })
}

/** Of a property with several, such as EXDATE; what is none is left out. */
export const readMoments = (property: Property) =>
  property.value.split(',').flatMap((text) => readMoment(text, property) ?? [])

/** In milliseconds (RFC 5545, 3.3.6). */
export function readDuration(text: string | undefined): number | undefined {
  const form =
    /^([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})(?:[.,]\d+)?S)?)?$/i
  const [whole, sign, ...parts] = form.exec(text?.trim() ?? '') ?? []
  if (whole === undefined || parts.every((part) => part === undefined)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const total = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return sign === '-' ? -total : total
}

export type Period = { start: Moment; end: Moment | undefined; lengthMs: number | undefined }

/** The texts of a property with several, such as FREEBUSY. */
export const periodsOf = ({ value }: Property) => value.split(',').filter((text) => text.trim() !== '')

/** A start with an end or a length (RFC 5545, 3.3.9), or alone; some write a dash between them. */
export function readPeriod(text: string, property: Property): Period | undefined {
  const [from = '', until = ''] = text.split(/\/|(?<=Z\s*)-/i)
  const start = readMoment(from, property)
  return start && { start, end: readMoment(until, property), lengthMs: readDuration(until) }
}

export const readPeriods = (property: Property) =>
  periodsOf(property).flatMap((text) => readPeriod(text, property) ?? [])
