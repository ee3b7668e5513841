// The parts of a calendar file (RFC 5545, 3.4 to 3.6), read so that a bad line costs no more than itself.

export type Property = { name: string; tzid: string | undefined; params: string; value: string }

export type Component = { name: string; properties: Property[]; parts: Component[] }

export type CalendarFile = {
  calendars: Component[]
  /** Something was left out: lines that are none, text around the calendar, a missing end. */
  isDamaged: boolean
}

/** Throws if there is no calendar. One that is cut off before its first event is none either: it may have had events. */
export function readComponents(file: string | Uint8Array): CalendarFile {
  const root: Component = { name: '', properties: [], parts: [] }
  const open = [root]
  let isDamaged = false
  const begin = (name: string) => {
    const component = { name, properties: [], parts: [] }
    open.at(-1)!.parts.push(component)
    open.push(component)
  }
  for (const line of unfold(typeof file === 'string' ? file : decode(file))) {
    const property = readLine(line)
    const isInEvent = open.some(({ name }) => name === 'VEVENT')
    if (property?.name === 'BEGIN' && !(isInEvent && isText(property))) {
      const name = nameOf(property)
      // The end of the one before is missing.
      const before = open.findIndex((component) =>
        name === 'VCALENDAR' ? component.name === name : isPart(name) && isPart(component.name),
      )
      if (before > 0) {
        isDamaged = true
        open.length = before
      }
      begin(name)
    } else if (property?.name === 'END') {
      const at = open.findLastIndex(({ name }) => name === nameOf(property))
      if (at !== open.length - 1) isDamaged = true
      if (at > 0) open.length = at
    } else if (property && property.name !== 'BEGIN' && open.length > 1) {
      if (isOfEvent(property) && returnToEvent(open, property, begin)) isDamaged = true
      open.at(-1)!.properties.push(property)
    } else isDamaged = true
  }
  const calendars = calendarsOf(root)
  const isCut = open.length > 1
  if (calendars.length === 0 || (isCut && !calendars.some(({ parts }) => parts.some(isAboutTime))))
    throw new Error('not a calendar')
  return { calendars, isDamaged: isDamaged || isCut || calendars.some(({ name }) => name === '') }
}

/** Events may stand without a calendar around them. */
function calendarsOf(root: Component) {
  const calendars = root.parts.filter(({ name }) => name === 'VCALENDAR')
  const alone = root.parts.filter(({ name }) => name === 'VEVENT' || name === 'VFREEBUSY')
  const zones = calendars.flatMap(({ parts }) => parts.filter(({ name }) => name === 'VTIMEZONE'))
  return alone.length === 0 ? calendars : [...calendars, { ...root, parts: [...zones, ...root.parts] }]
}

/** Of a calendar; none of these is in another. */
const isPart = (name: string) => /^V(?:EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|AVAILABILITY)$/.test(name)
const isAboutTime = ({ name, properties }: Component) =>
  (name === 'VEVENT' || name === 'VFREEBUSY') && properties.some((property) => timesOf.has(property.name))

/** 'BEGIN: now', a line of a description, where only a part of an event can begin (RFC 5545, 3.6.1; RFC 9073, 7). */
const isText = (begin: Property) =>
  !isPart(nameOf(begin)) && !/^(?:VCALENDAR|VALARM|PARTICIPANT|VLOCATION|VRESOURCE|X-[\w-]+)$/.test(nameOf(begin))

const isOfEvent = ({ name }: Property) => timesOf.has(name) || name === 'RRULE'

/**
 * A time belongs to an event, not to its alarm, whose end is missing then, nor to the calendar: then the line that ended
 * the event was part of a text, or a beginning is missing. Whether it had to go back.
 */
function returnToEvent(open: Component[], { name }: Property, begin: (name: string) => void) {
  const at = open.findLastIndex((component) => component.name === 'VEVENT')
  if (at >= 0) {
    const isInside = at < open.length - 1
    open.length = at + 1
    return isInside
  }
  const around = open.at(-1)!
  if (around.name !== 'VCALENDAR') return false
  const last = around.parts.at(-1)
  if (last?.name === 'VEVENT' && !last.properties.some((property) => property.name === name)) open.push(last)
  else begin('VEVENT')
  return true
}

const nameOf = ({ value }: Property) => value.trim().toUpperCase()

function decode(bytes: Uint8Array) {
  const [first, second] = bytes
  const encoding =
    (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
      ? 'utf-16be'
      : (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
        ? 'utf-16le'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** Of a property; a longer one belongs to no event of a person. */
const longestLine = 64 * 1024

const isEvent = /^BEGIN\s*:\s*V(?:EVENT|FREEBUSY)/i

function* unfold(text: string): Generator<string> {
  let line = ''
  // Without the mark at the beginning, and what is left of one that was decoded wrongly.
  const pieces = text.replace(/^[\uFEFF\uFFFD]+/, '').split(/\r\n|\r|\n/)
  // A file that someone indented has no line to which the others could belong.
  const isIndented = !pieces.some((piece) => isEvent.test(piece)) && pieces.some((piece) => isEvent.test(piece.trim()))
  for (const piece of isIndented ? pieces.map((one) => one.trimStart()) : pieces) {
    if (/^[ \t]/.test(piece)) line += piece.slice(1, longestLine - line.length)
    else {
      if (line.trim() !== '') yield line
      line = piece.slice(0, longestLine)
    }
  }
  if (line.trim() !== '') yield line
}

const timesOf = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE', 'FREEBUSY', 'DUE'])

/** Undefined for a line that is no property, such as the rest of a text whose line break was not escaped. */
function readLine(whole: string): Property | undefined {
  const line = whole.replaceAll('\0', '').trimEnd()
  const [, name = '', rest = ''] = /^\s*([\w-]{1,100})([;:].*)$/.exec(line) ?? []
  if (name === '') return undefined
  const parted = partLine(name.toUpperCase(), rest)
  if (!parted) return undefined
  const { params, value } = parted
  const [, quoted, plain] = /;tzid=(?:"([^"]*)"?|(.*?))(?=$|;[\w-]+=)/i.exec(params) ?? []
  return { name: name.toUpperCase(), tzid: (quoted ?? plain)?.trim() || undefined, params: params.toUpperCase(), value }
}

/** Where the value begins. The name of a zone may have colons without quotes, so times are told by their digits. */
function partLine(name: string, rest: string) {
  if (timesOf.has(name)) {
    const at = /:\s*\d{4}-?\d\d-?\d\d[\dTtZzPpWwDdHhMmSs:.,+/\s-]*$/.exec(rest)?.index
    if (at !== undefined) return { params: rest.slice(0, at), value: rest.slice(at + 1) }
  }
  const [, params, value] = /^((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(rest) ?? []
  return params === undefined || value === undefined ? undefined : { params, value }
}

export const textOf = (component: Component, name: string) =>
  component.properties.find((property) => property.name === name)?.value.trim()
