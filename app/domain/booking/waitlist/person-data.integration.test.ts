import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'

import { bookingDeps, bookTestAppointment, dayOne as now } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { cancelAppointment, releaseHour } from '../cancel-appointment.server.ts'
import { joinWaitlist } from './entries.server.ts'
import { acceptOffer, expireOffer, listOpenOffers } from './offers.server.ts'
import { eraseEntries, exportEntries, findEntryIds } from './person-data.server.ts'
import { verifyOrder } from './verify-order.ts'

const wanda = { name: 'Wanda', email: 'wanda@example.com', phone: '(205) 555-2001' }

async function join(database: Database, contact: typeof wanda) {
  const wishes = { serviceIds: ['general'], weekdays: [2, 4], untilTime: '12:00', lastDay: '2026-12-31' }
  const joining = { contact, wishes: { ...wishes, person: undefined, fromTime: undefined } }
  await joinWaitlist(bookingDeps(database), joining, { now })
}

async function freeAnHour(database: Database) {
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  const id = booked.ok ? booked.appointment.id : ''
  const deps = bookingDeps(database)
  await cancelAppointment(deps, { who: 'desk', from: 'here', scope: 'everything' as const }, { id, now })
  await releaseHour(deps, id, now + 180_000)
}

test('who is erased keeps nothing on the list, cannot accept, and passes an offer on when its time is up', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await join(database, wanda)
  await join(database, { ...wanda, name: 'Other', email: 'other@example.com', phone: '(205) 555-2002' })
  await freeAnHour(database)
  const [offer] = await listOpenOffers(database.db)
  for (const person of [{ email: wanda.email }, { phoneDigits: phoneKey(wanda.phone) }])
    expect(await findEntryIds(database.db, person)).toEqual([offer!.entryId])
  await database.transaction((tx) => eraseEntries(deps, tx, [offer!.entryId], now))
  const rows = JSON.stringify(await database.db.selectFrom('waitlistEntries').selectAll().execute())
  for (const own of [wanda.name, wanda.email, wanda.phone, phoneKey(wanda.phone)]) expect(rows).not.toContain(own)
  expect(await acceptOffer(deps, offer!.id, now)).toEqual({ ok: false, reason: 'over' })
  await expireOffer(deps, offer!.id, offer!.until)
  const [next] = await listOpenOffers(database.db)
  expect(next!.entryId).not.toBe(offer!.entryId)
  const trail = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  expect(verifyOrder(trail, 'America/Chicago')).toEqual({ offers: 2, faults: [] })
})

test('a copy of a person’s data has their place and their offers, and nobody else’s at the same address', async () => {
  const database = await openTestDatabase()
  await join(database, wanda)
  await join(database, { ...wanda, name: 'Somebody else' })
  await freeAnHour(database)
  const subject: DataSubject = {
    ...{ appointmentIds: [], recordIds: [], emails: [wanda.email], addresses: [] },
    isNamed: (name) => name === wanda.name,
  }
  const { items, ids } = await exportEntries({ ...bookingDeps(database), db: database.db }, subject)
  expect(items).toMatchObject([{ name: 'Wanda', status: 'waiting', until: '12:00', offers: [{ status: 'open' }] }])
  expect(ids).toHaveLength(2)
})
