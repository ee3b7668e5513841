import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { at, bookingMeans, bookVisit, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { keepDraft } from './drafts.server.ts'
import { openHealth } from './health.server.ts'
import { dueErasures, forgetHealthInTime, keepHealth } from './retention.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1' }
const dayMs = 86_400_000
const means = (database: Database) => ({ ...bookingMeans(database), config: { healthRetentionDays: 30 } })
const end = at('2026-05-07T11:00')

async function visited(database: Database) {
  const visit = await bookVisit(database, { start: '2026-05-07T10:00' })
  return visit.ok ? visit.appointment.id : ''
}

test('a health answer is announced a week before its time is over, then erased with its key', async () => {
  const database = await openTestDatabase()
  const id = await visited(database)
  const keyBefore = await database.db.selectFrom('record_keys').select('id').where('id', '=', id).execute()
  expect(keyBefore).toHaveLength(1)
  expect(await dueErasures(means(database), end + 22 * dayMs, 10)).toEqual({ items: [], count: 0 })
  expect(await dueErasures(means(database), end + 24 * dayMs, 10)).toMatchObject({
    items: [{ appointmentId: id, eraseAt: end + 30 * dayMs }],
    count: 1,
  })
  await forgetHealthInTime(means(database), end + 30 * dayMs)
  expect(await openHealth(means(database), admin, id)).toMatchObject({ ok: true })
  await forgetHealthInTime(means(database), end + 30 * dayMs + 1)
  expect(await openHealth(means(database), admin, id)).toEqual({ ok: false, reason: 'none' })
  expect(await database.db.selectFrom('record_keys').select('id').where('id', '=', id).execute()).toEqual([])
  const acts = await database.db.selectFrom('audit_entries').select(['act', 'who']).orderBy('sequence').execute()
  expect(acts).toEqual([
    { act: 'health.read', who: 'account-1' },
    { act: 'health.erased', who: 'program' },
  ])
})

test('one that the clinic keeps stays until it lets it go', async () => {
  const database = await openTestDatabase()
  const id = await visited(database)
  await keepHealth(means(database), admin, { id, kept: true })
  await keepHealth(means(database), admin, { id, kept: true })
  const late = end + 400 * dayMs
  await forgetHealthInTime(means(database), late)
  expect(await dueErasures(means(database), late, 10)).toEqual({ items: [], count: 0 })
  expect(await openHealth(means(database), admin, id)).toMatchObject({ ok: true })
  await keepHealth(means(database), admin, { id, kept: false })
  await forgetHealthInTime(means(database), late)
  expect(await openHealth(means(database), admin, id)).toEqual({ ok: false, reason: 'none' })
})

test('a draft that nobody came back to for a day is erased with its key', async () => {
  const database = await openTestDatabase()
  const patient = { name: 'Maya', email: 'maya@example.com', phone: '(205) 555-0100', health: 'tired' }
  await keepDraft(means(database), { serviceId: 'general', patient }, dayOne)
  await forgetHealthInTime(means(database), dayOne + dayMs)
  expect(await database.db.selectFrom('booking_drafts').selectAll().execute()).toHaveLength(1)
  await forgetHealthInTime(means(database), dayOne + dayMs + 1)
  expect(await database.db.selectFrom('booking_drafts').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('record_keys').selectAll().execute()).toEqual([])
})
