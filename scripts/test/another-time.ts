import { fileURLToPath } from 'node:url'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'

const preload = fileURLToPath(new URL('../../tests/processes/another-time.ts', import.meta.url))

/**
 * What makes a run begin at this date and time of the clinic, as 2026-12-24T23:50: the environment for its processes.
 * The browser keeps the machine's time.
 */
export function beginAt(time: string | undefined): Record<string, string> {
  if (!time) return {}
  const begin = Temporal.PlainDateTime.from(time).toZonedDateTime(clinicTimeZone).epochMilliseconds
  return { NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK_AHEAD: String(begin - Date.now()) }
}
