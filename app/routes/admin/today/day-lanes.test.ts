import { expect, test } from 'vitest'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
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

test('a day has each person’s patients, blocked time, what is closed and what is free, in order', () => {
  const at = (clock: string) => Date.parse(`2026-12-08T${clock}:00-06:00`)
  const visit = (id: string, start: string, end: string, more: Partial<Appointment> = {}) =>
    ({
      ...{ id, name: id, serviceId: 'abhyangam', state: 'confirmed', person: 'person:meera' },
      ...{ startsAt: at(start), endsAt: at(end), ...more },
    }) as Appointment
  const block = (id: string, from: string, until: string, more: Partial<Block> = {}): Block => ({
    ...{ id, from: at(from), until: at(until), note: undefined, resources: ['person:meera'], isOwn: true, ...more },
  })
  const appointments = [
    visit('Late', '15:00', '16:00'),
    visit('Early', '10:00', '11:00'),
    visit('Absent', '18:00', '19:00', { state: 'no-show' }),
    visit('Left', '07:30', '08:30', { person: 'person:gone' }),
  ]
  const blocks = [
    block('a', '12:00', '13:00', { note: 'Soup' }),
    block('b', '13:00', '13:30', { isBusy: true }),
    block('c', '18:00', '19:00'),
  ]
  const own = new Map([['person:daniel', { days: [{ firstDay: '2026-12-08', lastDay: '2026-12-08', hours: [] }] }]])
  const facts = contentFacts(at('11:40'))
  const open = { opens: '09:00', closes: '17:00' }
  const shown = (now: string, more: object = {}) =>
    toLanes({
      ...{ appointments, blocks, booking: clinicOfThree, content: deliveredContent, own: own as never, now: at(now) },
      ...{ facts: { ...facts, hours: { ...facts.hours, tuesday: [open] } }, ...more },
    })
  const { lanes, hours, count, now } = shown('11:40')!
  expect(lanes.map(({ name, items }) => [name, ...items.map(({ time, text }) => `${time}: ${text}`)])).toEqual([
    [
      ...['Meera Iyer', '7 am to 9 am: Closed', '10 am to 11 am: Early', '12 pm to 1 pm: Soup'],
      ...['1 pm to 1:30 pm: Busy elsewhere', '1:30 pm to 3 pm: Free', '3 pm to 4 pm: Late', '4 pm to 5 pm: Free'],
    ],
    ['Daniel Cho', '7 am to 5 pm: Closed'],
    ['Asha Thomas', '7 am to 9 am: Closed', '11:40 am to 5 pm: Free'],
    [words.others, '7:30 am to 8:30 am: Left'],
  ])
  expect([count, hours[0], hours.at(-1), now]).toMatchObject([
    10,
    '7 am',
    '4 pm',
    { text: '11:40 am', hour: 4, step: 8 },
  ])
  expect([shown('06:59')!.now, shown('17:00')!.now]).toEqual([undefined, undefined])
  expect(
    shown('11:40', { appointments: [], facts: { ...facts, hours: { ...facts.hours, tuesday: [] } } }),
  ).toBeUndefined()
})
