import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { openDaysAhead } from './open-days.ts'

test('on every day of the year, patients request days on which the clinic is open', () => {
  const now = Date.now()
  for (let ahead = 0; ahead < 366; ahead += 1) {
    const at = now + ahead * 86_400_000
    const days = openDaysAhead(at)
    expect(days.length).toBeGreaterThan(0)
    const clinic = contentFacts(at)
    const closed = days.filter((day) => openHoursOn(clinic, Temporal.PlainDate.from(day)).length === 0)
    expect(closed).toEqual([])
  }
})
