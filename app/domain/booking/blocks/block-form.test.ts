import { expect, test } from 'vitest'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { at } from '#tests/support/booking.ts'
import { blockForm, repeatForm, toBlockInterval, toRepeat } from './block-form.server.ts'

const { order, past, tooLong, repeat } = adminCalendar.block
const read = (typed: Record<string, string>) =>
  toBlockInterval(blockForm.parse(typed), 'America/Chicago', at('2026-05-07T12:00'))

test.each([
  ['a day alone is that day', { fromDay: '2026-05-07' }, '2026-05-07T00:00', '2026-05-08T00:00'],
  [
    'times are of one day, and take the slots that they touch',
    { fromDay: '2026-05-08', fromTime: '09:02', untilTime: '10:01' },
    '2026-05-08T09:00',
    '2026-05-08T10:05',
  ],
  ['it may last months', { fromDay: '2026-05-08', untilDay: '2026-08-08' }, '2026-05-08T00:00', '2026-08-09T00:00'],
])('of blocked time as typed, %s', (_, typed, from, until) =>
  expect(read(typed)).toEqual({ ok: true, interval: { from: at(from), until: at(until) } }),
)

test.each([
  ['no length', { fromDay: '2026-05-08', fromTime: '10:00', untilTime: '10:00' }, { untilTime: order }],
  ['an end before its first day', { fromDay: '2026-05-08', untilDay: '2026-05-07' }, { untilDay: order }],
  ['more than three months', { fromDay: '2026-05-08', untilDay: '2026-08-09' }, { untilDay: tooLong }],
  ['an end that is over', { fromDay: '2026-05-07', untilTime: '12:00' }, { fromDay: past }],
])('blocked time with %s is an error at its field', (_, typed, errors) =>
  expect(read(typed)).toEqual({ ok: false, errors }),
)

test.each([
  ['more than one day', { untilDay: '2026-05-09' }, { untilDay: repeat.oneDay }],
  ['no length', { fromTime: '10:00', untilTime: '10:00' }, { untilTime: order }],
  ['an end before its first day', { repeatUntil: '2026-05-07' }, { repeatUntil: order }],
])('repeated blocked time with %s is an error at its field', (_, more, errors) => {
  const typed = { fromDay: '2026-05-08', repeat: '1', ...more }
  expect(toRepeat({ ...blockForm.parse(typed), ...repeatForm.parse(typed) }, typed)).toEqual({ ok: false, errors })
})
