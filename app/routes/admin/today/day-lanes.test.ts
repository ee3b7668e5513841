import { expect, test } from 'vitest'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { clinicOfThree } from '#tests/support/calendar.ts'
import { toLanes } from './day-lanes.server.ts'
import { dayLanes as words } from './words.ts'

test('a day that goes on after midnight is drawn up to midnight, so that its hours have a class', () => {
  const now = Date.parse('2026-12-02T23:26:00-06:00')
  const at = (from: string, until: string): Partial<Appointment> => ({
    ...{ id: from, name: 'Maya', serviceId: 'abhyangam', state: 'confirmed', person: 'person:nobody' },
    ...{ startsAt: Date.parse(from), endsAt: Date.parse(until) },
  })
  const appointments = [
    at('2026-12-02T00:00:00-06:00', '2026-12-02T01:00:00-06:00'),
    at('2026-12-02T23:25:00-06:00', '2026-12-03T00:25:00-06:00'),
  ]
  const day = {
    blocks: [],
    booking: clinicOfThree,
    content: deliveredContent,
    facts: contentFacts(now),
    now,
  }
  const lanes = toLanes({ ...day, appointments: appointments as Appointment[] })!
  expect(lanes.count).toBe(24)
  const items = lanes.lanes.flatMap(({ items }) => items).filter(({ kind }) => kind === 'appointment')
  expect(items.map(({ place }) => place)).toEqual([
    { hour: 0, step: 0, hours: 1, steps: 0 },
    { hour: 23, step: 5, hours: 0, steps: 7 },
  ])
})

test('a booking to be paid says so in a word that fits into its hour', () => {
  const startsAt = Date.parse('2026-12-02T10:00:00-06:00')
  const held: Partial<Appointment> = {
    ...{ id: 'a', name: 'Maya', serviceId: 'abhyangam', state: 'requested', payBy: startsAt, person: 'person:nobody' },
    ...{ startsAt, endsAt: startsAt + 3_600_000 },
  }
  const day = { blocks: [], booking: clinicOfThree, content: deliveredContent, facts: contentFacts(startsAt) }
  const { lanes } = toLanes({ ...day, appointments: [held as Appointment], now: startsAt })!
  const signs = lanes.flatMap(({ items }) => items).flatMap((item) => ('sign' in item ? [item.sign] : []))
  expect(signs).toEqual([{ kind: 'requested', text: words.held }])
})
