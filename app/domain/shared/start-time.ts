type StartTime = { ok: true; startsAt: number } | { ok: false; error: string }

const furthestDays = 366

/**
 * Parses the value of a date and time field ('2026-11-21T09:00') in the clinic's time zone. A time that daylight saving
 * skips becomes an hour later; of a time that occurs twice, the first counts.
 */
export function parseStartTime(typed: string, timeZone: string, now: number): StartTime {
  const startsAt = toInstant(typed, timeZone)
  if (startsAt === undefined) return { ok: false, error: 'Enter a date and time.' }
  if (startsAt <= now) return { ok: false, error: 'That time has already passed. Enter a later one.' }
  if (startsAt > now + furthestDays * 24 * 60 * 60 * 1000)
    return { ok: false, error: 'Enter a time within the next year.' }
  return { ok: true, startsAt }
}

function toInstant(typed: string, timeZone: string) {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(typed)) return undefined
  try {
    return Temporal.PlainDateTime.from(typed, { overflow: 'reject' }).toZonedDateTime(timeZone, {
      disambiguation: 'compatible',
    }).epochMilliseconds
  } catch {
    return undefined
  }
}
