import { expect, test } from 'vitest'
import { appointmentStates } from '#app/domain/booking/appointment.ts'
import { orderStatuses } from '#app/domain/orders/order.ts'
import type { Done } from '#app/domain/shared/done.ts'
import { intentOf, patternOf, rolesFor } from '#app/http/rights.server.ts'
import { dones } from './last-done.server.ts'

const words = ['1', 'on', 'accepted', ...appointmentStates, ...orderStatuses]
/** What acts may be about, with each word at each place. */
const abouts = words.flatMap((word) => {
  const [numbers, same] = [Array<string>(11).fill('1'), Array<string>(11).fill(word)]
  return [
    [word, ...same],
    ['1', ...same],
    [word, ...numbers],
  ]
})
const services = { booking: { practitioners: [], rooms: [] } }

function listUndos(done: (about: string[], deps: never) => Done | undefined) {
  return abouts.flatMap((about) => {
    try {
      return done(about, services as never)?.undo ?? []
    } catch (error) {
      // No act is about a word where a time is.
      if (error instanceof RangeError) return []
      throw error
    }
  })
}

test('somebody may send every Undo that the dashboard offers', () => {
  const offered = new Set<string>()
  // A canceled appointment is restored by an act of its own.
  const sent = new Set(['attendance-changed: cancelled'])
  for (const [flash, done] of Object.entries(dones))
    for (const { action, fields } of listUndos(done as Parameters<typeof listUndos>[0])) {
      const pattern = patternOf(action)
      const intent = intentOf(pattern, fields)
      offered.add(`${flash}: ${intent}`)
      if (rolesFor(pattern, intent).length > 0) sent.add(`${flash}: ${intent}`)
    }
  expect([...offered].filter((undo) => !sent.has(undo))).toEqual([])
  expect(offered.size).toBeGreaterThan(0)
})
