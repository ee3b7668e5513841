import { expect, test } from 'vitest'
import { bookingDeps, bookTestAppointment, dayOne as now, joinTestWaitlist } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { cancelAppointment, releaseHour } from '../cancel-appointment.server.ts'
import { updateEntry } from './entries.server.ts'
import { listOpenOffers } from './offers.server.ts'
import { findHeldTimes, listAsked, summarizeWaitlist } from './summary.server.ts'

test('an offer shows for whom it is held, also while their place on the list is paused', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const deps = bookingDeps(database)
  const entry = await joinTestWaitlist(database)
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  const id = booked.ok ? booked.appointment.id : ''
  await cancelAppointment(deps, { who: 'desk', from: 'here', scope: 'everything' as const }, { id, now })
  await releaseHour(deps, id, now + 180_000)
  const [offer] = await listOpenOffers(db)
  await database.transaction((tx) => updateEntry(tx, entry, { state: 'paused' }))
  const within = { from: offer!.startsAt, until: offer!.endsAt }
  expect(await findHeldTimes(db, 'everything', within, now)).toMatchObject([{ note: 'Wanda 1' }])
  expect(await listAsked(db, 'everything', now)).toMatchObject([{ entryId: entry, name: 'Wanda 1' }])
  // Nobody else waits.
  expect(await summarizeWaitlist(db, 'everything', { most: 3, now })).toEqual({ count: 0, first: [] })

  const own = offer!.person
  const another = 'person:somebody-else' as const
  for (const [scope, count] of [
    [{ person: own }, 1],
    [{ person: another }, 0],
  ] as const) {
    expect(await findHeldTimes(db, scope, within, now), 'only to whose time it is').toHaveLength(count)
    expect(await listAsked(db, scope, now), 'only to whose time it is').toHaveLength(count)
  }
  expect(await listAsked(db, 'everything', offer!.until), 'once it has ended').toEqual([])
  expect(await findHeldTimes(db, 'everything', within, offer!.until), 'once it has ended').toEqual([])
  const after = { from: offer!.endsAt, until: offer!.endsAt + 3_600_000 }
  const before = { from: offer!.startsAt - 3_600_000, until: offer!.startsAt }
  for (const other of [before, after]) expect(await findHeldTimes(db, 'everything', other, now)).toEqual([])
})
