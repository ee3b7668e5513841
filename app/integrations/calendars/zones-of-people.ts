// Zones as people speak of them ('CDT', 'Pacific Time', 'MESZ'), which is what a calendar made by hand or by a small
// program names. One abbreviation stands for several zones: the clinic's neighbors come first.

const languages = ['en-US', 'en-CA', 'en-GB', 'en-IN', 'en-DE', 'de-DE', 'en-FI', 'en-AU', 'en-NZ', 'en-ZA']

/** The zone that the people of a country call so, in winter or summer, short or long. */
export function spokenZone(name: string): string | undefined {
  spoken ??= new Map(languages.flatMap(namesIn).toReversed())
  return spoken.get(name.toLowerCase())
}

let spoken: Map<string, string> | undefined

const styles = ['short', 'long', 'shortGeneric', 'longGeneric'] as const

const namesIn = (language: string) =>
  zonesOf(language).flatMap((timeZone) =>
    styles.flatMap((timeZoneName) => {
      const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      return [0, 6].flatMap((month): [string, string][] => {
        const parts = format.formatToParts(Date.UTC(2026, month, 15))
        const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
        return /\d/.test(name) ? [] : [[name.toLowerCase(), timeZone]]
      })
    }),
  )

/** Those whose clocks change come first: they have more people. */
function zonesOf(language: string) {
  const zones = new Intl.Locale(language).getTimeZones?.() ?? []
  return zones.toSorted((one, other) => Number(isChanging(other)) - Number(isChanging(one)))
}

function isChanging(zone: string) {
  const [standard, summer] = clockOf(zone)
  return standard !== summer
}

/** Those of a city or an area such as Indiana, without its continent. */
export function zonesAt(place: string): string[] {
  places ??= Map.groupBy(
    Intl.supportedValuesOf('timeZone').flatMap((zone) =>
      zone
        .toLowerCase()
        .split('/')
        .slice(1)
        .map((part) => ({ part, zone })),
    ),
    ({ part }) => part,
  )
  return (places.get(place) ?? []).map(({ zone }) => zone)
}

let places: Map<string, { part: string; zone: string }[]> | undefined

/** The zone of these offsets in winter and summer, in any order. */
export function zoneOfClock(offsets: readonly string[]): string | undefined {
  const wanted = toClock(offsets).join()
  return [...languages.flatMap(zonesOf), ...Intl.supportedValuesOf('timeZone')].find(
    (zone) => clockOf(zone).join() === wanted,
  )
}

/** The offsets of a zone: that of its standard time first, as '-06:00'. */
export function clockOf(zone: string): string[] {
  const offsets = [1, 7].map(
    (month) => Temporal.PlainDate.from({ year: 2026, month, day: 15 }).toZonedDateTime(zone).offset,
  )
  return toClock(offsets)
}

const toClock = (offsets: readonly string[]) => offsets.toSorted((one, other) => minutesOf(one) - minutesOf(other))

function minutesOf(offset: string) {
  const [hours = '', minutes = '0'] = offset.split(':')
  return Number(hours) * 60 + (offset.startsWith('-') ? -1 : 1) * Number(minutes)
}
