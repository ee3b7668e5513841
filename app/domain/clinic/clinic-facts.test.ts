import { expect, test } from 'vitest'
import { clinic } from '#content/clinic.ts'
import { clinicFacts, createDailyFacts } from './clinic-facts.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinic.timeZone}]`).epochMilliseconds

test('facts worked out once a day are those of the day that is asked for, whichever way time goes', () => {
  const dailyFacts = createDailyFacts()
  const moments = [
    '2026-11-20T23:59:59',
    '2026-11-21T00:00',
    '2026-11-21T12:00',
    '2026-11-23T08:00',
    '2026-11-20T12:00',
  ]
  for (const moment of moments) expect(JSON.parse(dailyFacts(at(moment))), moment).toEqual(clinicFacts(at(moment)))
})
