import { findIana } from 'windows-iana'

/**
 * The zone that a name means, as Temporal knows it. `described`: the calendar's own rules for this name, which count more
 * than an offset that the name states. Undefined if nobody knows it.
 */
export function findZone(name: string, isDescribed = false): string | undefined {
  if (!known.has(name)) known.set(name, toZone(name))
  return known.get(name) ?? (isDescribed ? undefined : statedOffset(name))
}

/** Asking Intl for each of thousands of times would be most of the work. */
const known = new Map<string, string | undefined>()

function toZone(name: string) {
  for (const form of formsOf(name.trim())) {
    const zone = [
      form,
      findIana(form)[0],
      findIana(`${form.replace(/( daylight)? time$/i, '')} Standard Time`)[0],
    ].find(isZone)
    if (zone) return zone
    if (/^(?:utc|gmt|z|zulu|coordinated universal time|greenwich mean time)$/i.test(form)) return 'UTC'
  }
  return namedByCities(name)
}

/** Paths ('/example.org/2026/America/Chicago'), numbers after ('Eastern Standard Time 1'), and what Windows shows. */
function* formsOf(name: string): Generator<string> {
  const bare = name.replaceAll('"', '')
  const segments = bare.split('/').filter(Boolean)
  for (const count of [segments.length, 3, 2, 1]) {
    const form = segments.slice(-count).join('/')
    yield form
    yield form.replace(/(?<!(?:utc|gmt)\s*)[\s_-]*\(?\d+\)?$/i, '')
    yield form.replace(/^\([^)]*\)\s*/, '').replace(/\s*\([^)]*\)$/, '')
    yield form.replaceAll(' ', '_')
  }
}

function isZone(zone: string | undefined): zone is string {
  // An offset alone comes last, and these three letters are no place.
  if (zone === undefined || /^[+-]|^\d/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** '(UTC+01:00) Amsterdam, Berlin, Bern': a place there whose clock has this offset in winter or summer. */
function namedByCities(name: string) {
  const offset = statedOffset(name)
  const places = /^\([^)]*\)\s*(.+)$/.exec(name)?.[1]?.split(/\s*,\s*/) ?? []
  const ids = places.flatMap((place) => {
    const id = place.replaceAll(' ', '_').toLowerCase()
    const prefixed = ['US/', 'Canada/', 'Australia/'].map((area) => area + id).filter(isZone)
    return [...Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(`/${id}`)), ...prefixed]
  })
  return ids.find((zone) => offset !== undefined && hasOffset(zone, offset))
}

const hasOffset = (zone: string, offset: string) =>
  [1, 7].some(
    (month) => Temporal.PlainDate.from({ year: 2026, month, day: 15 }).toZonedDateTime(zone).offset === offset,
  )

/** 'GMT-0500', '(UTC+05:30) …' and the like. */
function statedOffset(name: string): string | undefined {
  if (/^\((?:utc|gmt)\)/i.test(name)) return '+00:00'
  const [, sign, hours, minutes = '00'] = /(?:^\W?|\b(?:utc|gmt)\s*)([+-])(\d{1,2}):?(\d\d)?(?!\d)/i.exec(name) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return `${sign}${hours!.padStart(2, '0')}:${minutes}`
}
