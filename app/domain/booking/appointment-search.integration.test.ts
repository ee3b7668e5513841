import { expect, test } from 'vitest'

import { at, bookTestAppointment } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { searchAppointments } from './appointment-search.server.ts'

// On PostgreSQL, too: its parts of words and its order.

test('appointments are found by name, email and phone, the next one first, and never more than asked for', async () => {
  const database = await openTestDatabase()
  const starts = ['2026-05-07T10:00', '2026-05-08T10:00', '2026-05-11T10:00', '2026-05-12T10:00']
  for (const start of starts) expect(await bookTestAppointment(database, { start, n: 1 })).toMatchObject({ ok: true })
  await bookTestAppointment(database, { start: '2026-05-13T10:00', n: 2 })
  const now = at('2026-05-09T12:00')
  const search = async (typed: string, most = 5) =>
    (await searchAppointments(database.db, 'everything', typed, { now, most })).map(({ startsAt }) => startsAt)
  const ofOne = [starts[2], starts[3], starts[1], starts[0]].map((start) => at(start!))
  expect(await search('patient 1')).toEqual(ofOne)
  expect(await search('P1@EXAMPLE')).toEqual(ofOne)
  expect(await search('555-1001')).toEqual(ofOne)
  expect(await search('patient 1', 3)).toEqual(ofOne.slice(0, 3))
  expect(await search('patient', 2)).toEqual(ofOne.slice(0, 2))
  expect(await search('p%t')).toEqual([])
  expect(await search('tired'), 'never by what is sealed').toEqual([])
})
