import { expect, test } from 'vitest'
import { verifyOrder } from './verify-order.ts'

const timeZone = 'America/Chicago'
const joined = (place: number, wishes = 'days any, between 00:00 and 24:00', more = '') => ({
  act: 'waitlist.joined',
  detail: `place ${place}, ${more}${wishes}, until 2026-12-31, 60 minutes`,
})
/** On a Tuesday, from 10 to 11 am. */
const time = '2026-05-05T15:00:00Z to 2026-05-05T16:00:00Z'
const offered = (place: number, passed = 'nobody before', at = time) => ({
  act: 'waitlist.offered',
  detail: `place ${place}, freed ${at}, offered ${at}, held until 2026-05-04T20:00:00Z, ${passed}`,
})
const joinedAgain = (place: number, first: number) => joined(place, undefined, `same person as ${first}, `)
const ended = (act: string, place: number) => ({ act: `waitlist.${act}`, detail: `place ${place}, ${time}` })

test('everybody before who was passed over for a reason that the trail proves is in order', () => {
  const trail = [
    joined(1, 'days 3 4, between 00:00 and 24:00'),
    joined(2, 'days any, between 13:00 and 24:00'),
    joined(3),
    joined(4),
    offered(3, 'passed over: day 1; hours 2'),
    ended('declined', 3),
    offered(4, 'passed over: day 1; hours 2; asked 3'),
    ended('accepted', 4),
  ]
  expect(verifyOrder(trail, timeZone)).toEqual({ offers: 2, faults: [] })
})

test('who is at two places is passed over at both while they have an offer, and once they answered it', () => {
  const later = '2026-05-06T15:00:00Z to 2026-05-06T16:00:00Z'
  const trail = [
    joined(1),
    joinedAgain(2, 1),
    joined(3),
    joined(4),
    offered(1),
    offered(3, 'passed over: offered 1-2', later),
    ended('declined', 1),
    offered(4, 'passed over: offered 3; asked 1-2'),
  ]
  expect(verifyOrder(trail, timeZone)).toEqual({ offers: 3, faults: [] })
})

test.each([
  ['somebody before was not mentioned', [joined(1), joined(2), offered(2)], 'skipped-silently'],
  ['the day would have done', [joined(1), joined(2), offered(2, 'passed over: day 1')], 'day'],
  ['the hours would have done', [joined(1), joined(2), offered(2, 'passed over: hours 1')], 'hours'],
  ['nobody had asked them', [joined(1), joined(2), offered(2, 'passed over: asked 1')], 'asked'],
  ['they had no offer', [joined(1), joined(2), offered(2, 'passed over: offered 1')], 'offered'],
  ['they had left', [joined(1), ended('left', 1), offered(1)], 'not-waiting'],
  ['they had another offer', [joined(1), offered(1), offered(1)], 'not-waiting'],
  ['they want another day', [joined(1, 'days 3, between 00:00 and 24:00'), offered(1)], 'unwanted'],
  ['they had declined it', [joined(1), offered(1), ended('declined', 1), offered(1)], 'unwanted'],
  [
    'they had another offer at another place',
    [joined(1), joinedAgain(2, 1), offered(1), offered(2, 'passed over: offered 1')],
    'not-waiting',
  ],
  [
    'they had declined it at another place',
    [joined(1), joinedAgain(2, 1), offered(1), ended('declined', 1), offered(2, 'passed over: asked 1')],
    'unwanted',
  ],
  [
    'somebody else had declined it',
    [joined(1), joined(2), joined(3), offered(1), ended('declined', 1), offered(3, 'passed over: asked 1-2')],
    'asked',
  ],
])('an offer is a fault if %s', (_, trail, fault) => {
  expect(verifyOrder(trail, timeZone).faults).toMatchObject([{ fault }])
})
