import { expect, test } from 'vitest'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { clinicOfThree } from '#tests/support/calendar.ts'
import { toBlockRowOfDay, toDatedBlockRow } from './calendar-rows.server.ts'

const services = { booking: clinicOfThree } as never
const day = { bounds: clinicDayBounds('2026-12-08', clinicTimeZone) }
const block = (from: string, until: string, more: Partial<Block> = {}): Block => ({
  ...{ id: 'x', note: undefined, resources: ['person:meera'], isOwn: true },
  ...{ from: Date.parse(`2026-12-${from}-06:00`), until: Date.parse(`2026-12-${until}-06:00`), ...more },
})

test.each([
  ['08T09:00', '08T12:00', 'Tue, Dec 8, 9 am to 12 pm', '9 am to 12 pm'],
  ['08T00:00', '09T00:00', 'Tue, Dec 8, all day', 'all day'],
  ['08T00:00', '10T00:00', 'Tue, Dec 8 to Wed, Dec 9, all day', 'all day'],
  ['07T15:00', '08T12:00', 'Mon, Dec 7, 3 pm to Tue, Dec 8, 12 pm', '12 am to 12 pm'],
  ['08T15:00', '09T00:00', 'Tue, Dec 8, 3 pm to 12 am', '3 pm to 12 am'],
])('blocked time from %s to %s is %s', (from, until, dated, ofDay) => {
  expect(toDatedBlockRow(services, block(from, until), clinicTimeZone).time).toBe(dated)
  expect(toBlockRowOfDay(services, block(from, until), day, clinicTimeZone).time).toBe(ofDay)
})

test('says whose time it is, unless it is everyone’s, and by whom it is held', () => {
  const row = (more: Partial<Block>) => toDatedBlockRow(services, block('08T09:00', '08T12:00', more), clinicTimeZone)
  const people = clinicOfThree.practitioners.map(({ id }) => `person:${id}` as const)
  expect(row({ note: 'Lunch' })).toMatchObject({ what: 'Meera Iyer', word: 'Blocked', note: 'Lunch', isHeld: false })
  expect(row({ resources: people })).toMatchObject({ what: '' })
  expect(row({ resources: people.slice(1) })).toMatchObject({ what: 'Daniel Cho, Asha Thomas' })
  expect(row({ isBusy: true })).toMatchObject({ word: 'Busy elsewhere' })
  expect(row({ heldUntil: Date.now() })).toMatchObject({ word: expect.stringMatching(/^Offered until/), isHeld: true })
})
