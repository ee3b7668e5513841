import { createCalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import { readBusyTimes } from '#app/integrations/calendars/busy-times.ts'
import { calendarEvent, calendarOf, utc } from '#tests/support/calendar.ts'
import { answerText, startHostedService } from '#tests/support/hosted-services.ts'
import { untilCached } from './cached.ts'
import type { Deps } from './deps.ts'
import { atMost, atMostOfReference, median, medianOf, type Outcome, percentile } from './figure.ts'
import { startSite } from './site.ts'
import { askBoth } from './two-sites.ts'

const hour = 3_600_000
const day = 24 * hour
const rounds = 3

/** A calendar of ten years is read again and again, two at a time as the site's worker does, while pages are asked for. */
export async function privateCalendars({ quick }: Deps): Promise<Outcome> {
  const now = Date.now()
  const within = { from: now, until: now + 60 * day }
  const calendar = calendarOf(...manyEvents(now))
  const taken = Array.from({ length: quick ? 3 : 9 }, () => timeReading(calendar, within))
  const [site, server] = [await startSite(), await startHostedService(answerText(calendar))]
  try {
    await untilCached(`${site.url}/`)
    const ask = () => askBoth(site.url, site.url, quick ? 3 : 12)
    await askBoth(site.url, site.url, quick ? 1 : 3)
    const phases: { quiet: number[][]; reading: number[][] }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await ask()
      const stop = readOnAndOn(server.origin, within)
      const reading = await ask()
      await stop()
      phases.push({ quiet: quiet.busy, reading: reading.busy })
    }
    return {
      figures: [
        atMost(1_000, {
          name: 'Busy times of a private calendar with 5,000 events',
          value: median(taken),
          unit: 'ms',
          from: medianOf(taken.length, 'readings'),
        }),
        ...['cached', 'rendered'].map((page, index) =>
          atMostOfReference(2, {
            name: `Home page while private calendars are read, ${page}: p99`,
            rounds: phases.map(({ quiet, reading }) => ({
              measured: percentile(reading[index] ?? [], 99),
              reference: percentile(quiet[index] ?? [], 99),
            })),
            unit: 'ms',
            digits: 2,
            comparedWith: 'the same page right before, while nothing is read',
          }),
        ),
      ],
      details: { taken, phases },
    }
  } finally {
    await site.stop()
    await server.close()
  }
}

/** Ten years up to now and the next months; every tenth is a series. */
function manyEvents(now: number) {
  const rules = ['WEEKLY', 'DAILY', 'MONTHLY', 'YEARLY']
  return Array.from({ length: 5_000 }, (_, index) => {
    const start = now + (index - 4_600) * 0.75 * day
    const rule = index % 10 === 0 ? [`RRULE:FREQ=${rules[(index / 10) % rules.length]}`] : []
    const zone = index % 3 === 0 ? 'Eastern Standard Time' : 'America/Chicago'
    return calendarEvent(
      `event-${index}@example.org`,
      `DTSTART;TZID=${zone}:${utc(start).replace('Z', '')}`,
      'DURATION:PT45M',
      ...rule,
    )
  })
}

function timeReading(calendar: string, within: { from: number; until: number }) {
  const startedAt = performance.now()
  const { busy } = readBusyTimes(calendar, { within, timeZone: 'America/Chicago', isOurs: () => false })
  if (busy.length === 0) throw new Error('nothing is busy')
  return performance.now() - startedAt
}

function readOnAndOn(origin: string, within: { from: number; until: number }) {
  let stopped = false
  const reader = createCalendarReader({ trusted: [origin] })
  const run = async () => {
    while (!stopped) {
      const read = await reader.read({ source: { kind: 'ics', url: origin }, within, timeZone: 'America/Chicago' })
      if (!read.ok) throw new Error(`reading ended with ${read.reason}`)
    }
  }
  const all = Promise.all([run(), run()])
  return async () => {
    stopped = true
    await all
  }
}
