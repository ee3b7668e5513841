import { findIana } from 'windows-iana'
import { clockOf, spokenZone, zoneOfClock, zonesAt } from './zones-of-people.ts'

// Which zone a name means, as Temporal knows it. Undefined if nobody knows it.

/** The zone of a name that names its place ('America/Chicago'), or is one of Windows: there is no doubt what it means. */
export const placeOf = remember((name) => {
  for (const form of formsOf(name)) {
    const zone = form.includes('/') ? [form] : findIana(form)
    if (isZone(zone[0])) return zone[0]
  }
  return undefined
})

/** What another name probably means: an abbreviation, what Windows shows to people, a city; last of all the offset it states. */
export const guessZone = remember((name) => {
  const offsets = statedOffsets(name)
  for (const form of formsOf(name)) {
    if (isUtc(form)) return 'UTC'
    const zone = [form, spokenZone(form), posixZone(form), aliasOf(form)].find(isZone)
    if (zone) return zone
  }
  const [stated] = offsets
  const zones = wordsOf(name).flatMap(zonesOfWords).filter(isZone)
  if (stated === undefined) return zones[0]
  // Windows states the offset of winter; others that of today.
  return (
    zones.find((zone) => clockOf(zone)[0] === stated) ??
    zones.find((zone) => clockOf(zone).includes(stated)) ??
    (offsets.length > 1 ? zoneOfClock(offsets) : undefined) ??
    stated
  )
})

/** Asking Intl for each of thousands of times would be most of the work. */
function remember(find: (name: string) => string | undefined) {
  const known = new Map<string, string | undefined>()
  return (name: string) => {
    if (!known.has(name)) known.set(name, name.length > longestName ? undefined : find(name))
    return known.get(name)
  }
}

/** A longer one is none. */
const longestName = 200

/** Paths ('/example.org/2026/America/Chicago') and numbers after ('Eastern Standard Time 1'). */
function* formsOf(name: string): Generator<string> {
  const segments = name
    .replaceAll('"', '')
    .replaceAll(/%2F/gi, '/')
    .split('/')
    .map((segment) => segment.trim())
    .filter(Boolean)
  for (const count of [segments.length, 3, 2, 1]) {
    const form = segments.slice(-count).join('/')
    yield form
    if (!posix.test(form)) yield form.replace(/(?<!(?:utc|gmt)\s*)[\s_-]*\(?\d+\)?$/i, '')
    yield form.replaceAll(' ', '_')
  }
}

/** As Temporal decides: Intl knows abbreviations, too, with which Temporal throws. An offset alone comes last. */
function isZone(zone: string | undefined): zone is string {
  if (!zone || /^[+-]|^\d/.test(zone)) return false
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone))
  } catch {
    return false
  }
}

const isUtc = (name: string) => /^(?:utc|gmt|z|zulu|coordinated universal time|greenwich mean time)$/i.test(name)

/** What the library behind Intl takes an abbreviation for, such as JST. */
function aliasOf(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** 'CST6' and 'EST5EDT,M3.2.0,M11.1.0': a name, hours west, and the name in summer. */
const posix = /^[a-z]{3,4}(\d{1,2})([a-z]{3,4}.*)?$/i

function posixZone(name: string) {
  const [, west, summer] = posix.exec(name) ?? []
  if (west === undefined || Number(west) > 12) return undefined
  const [standard, later] = [Number(west), Number(west) - 1].map((hours) => `-${String(hours).padStart(2, '0')}:00`)
  return summer ? zoneOfClock([standard!, later!]) : `Etc/GMT+${Number(west)}`
}

/** '(UTC-08:00) Pacific Time (US & Canada); Tijuana': 'Pacific Time', 'Tijuana'. */
function wordsOf(name: string) {
  const bare = name.replaceAll(/["\\]/g, '').replace(/^\(?(?:utc|gmt)?\s*(?:[+-]\d[\d:.]*)?\)?\s+/i, '')
  const parts = [bare, ...bare.split(/[,;:/]|-(?=\D)/)]
  return parts.map((part) =>
    part
      .replaceAll(/\([^)]*\)/g, '')
      .replace(/^\s*USA? /i, '')
      .trim(),
  )
}

function zonesOfWords(words: string) {
  const place = words.replaceAll(' ', '_').toLowerCase()
  if (place === '') return []
  return [
    findIana(words)[0],
    findIana(`${words.replace(/( (?:standard|daylight))?( time)?$/i, '')} Standard Time`)[0],
    spokenZone(words),
    ...(isUtc(words) ? ['UTC'] : []),
    ...zonesAt(place),
    ...['US/', 'Canada/', 'Australia/'].map((area) => area + place),
  ]
}

/** 'GMT-0500', '(UTC+05:30) …' and the like; two of a name that states that of summer, too. */
function statedOffsets(name: string) {
  if (/^\W?\((?:utc|gmt)\)/i.test(name)) return ['+00:00']
  const found = name.matchAll(/(?:^\W?|\b(?:utc|gmt)\s*)([+-])(\d{1,2})[:.]?(\d\d)?(?!\d)/gi)
  return [...found]
    .filter(([, , hours, minutes = '00']) => Number(hours) <= 14 && Number(minutes) <= 59)
    .map(([, sign, hours, minutes = '00']) => `${sign}${hours!.padStart(2, '0')}:${minutes}`)
}
