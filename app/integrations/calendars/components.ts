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
  for (const line of unfold(typeof file === 'string' ? file : decode(file))) {
    const property = readLine(line)
    if (property?.name === 'BEGIN') {
      const name = nameOf(property)
      // The end of the one before is missing.
      while (whole.has(name) && open.some((component) => component.name === name)) {
        isDamaged = true
        open.pop()
      }
      const component = { name, properties: [], parts: [] }
      open.at(-1)!.parts.push(component)
      open.push(component)
    } else if (property?.name === 'END') {
      const at = open.findLastIndex(({ name }) => name === nameOf(property))
      if (at !== open.length - 1) isDamaged = true
      if (at > 0) open.length = at
    } else if (property && open.length > 1) open.at(-1)!.properties.push(property)
    else isDamaged = true
  }
  const calendars = root.parts.filter(({ name }) => name === 'VCALENDAR')
  const isCut = open.length > 1
  if (calendars.length === 0 || (isCut && !calendars.some(({ parts }) => parts.some(isAboutTime))))
    throw new Error('not a calendar')
  return { calendars, isDamaged: isDamaged || isCut }
}

/** None of these is in another of its kind. */
const whole = new Set(['VCALENDAR', 'VEVENT', 'VFREEBUSY', 'VTIMEZONE'])
const isAboutTime = ({ name, properties }: Component) =>
  (name === 'VEVENT' || name === 'VFREEBUSY') && properties.some((property) => timesOf.has(property.name))

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

function* unfold(text: string): Generator<string> {
  let line = ''
  // Without the mark at the beginning, and what is left of one that was decoded wrongly.
  for (const piece of text.replace(/^[\uFEFF\uFFFD]+/, '').split(/\r\n|\r|\n/)) {
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
