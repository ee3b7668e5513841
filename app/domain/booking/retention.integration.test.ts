import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { submitDraft } from './drafts.server.ts'
import { openHealth } from './health.server.ts'
import { listDueErasures, getHealthErasureTime, eraseExpiredHealth, retainHealth } from './retention.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const dayMs = 86_400_000
const deps = (database: Database) => ({ ...bookingDeps(database), config: { healthRetentionDays: 30 } })
const end = at('2026-05-07T11:00')

async function bookFirst(database: Database) {
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  return booked.ok ? booked.appointment.id : ''
}

test('a health answer is listed a week before its retention ends, then erased with its key', async () => {
  const database = await openTestDatabase()
  const id = await bookFirst(database)
  const keyBefore = await database.db.selectFrom('recordKeys').select('id').where('id', '=', id).execute()
  expect(keyBefore).toHaveLength(1)
  expect(await listDueErasures(deps(database), end + 22 * dayMs, 10)).toEqual({ items: [], count: 0 })
  expect(await listDueErasures(deps(database), end + 24 * dayMs, 10)).toMatchObject({
    items: [{ id, at: end + 30 * dayMs }],
    count: 1,
  })
  await eraseExpiredHealth(deps(database), end + 30 * dayMs)
  expect(await openHealth(deps(database), admin, id)).toMatchObject({ ok: true })
  await eraseExpiredHealth(deps(database), end + 30 * dayMs + 1)
  expect(await openHealth(deps(database), admin, id)).toEqual({ ok: false, reason: 'none' })
  expect(await database.db.selectFrom('recordKeys').select('id').where('id', '=', id).execute()).toEqual([])
  const acts = await database.db.selectFrom('auditEntries').select(['act', 'who']).orderBy('sequence').execute()
  expect(acts).toEqual([
    { act: 'health.read', who: 'account-1' },
    { act: 'health.erased', who: 'program' },
  ])
})

test('an answer that the clinic retains stays until the retention ends', async () => {
  const database = await openTestDatabase()
  const id = await bookFirst(database)
  await retainHealth(deps(database), admin, { id, kept: true })
  await retainHealth(deps(database), admin, { id, kept: true })
  const kept = await bookAnother(database, '2026-05-08T10:00', { health: null, healthKept: 1, note: 'Ask the court' })
  const late = end + 400 * dayMs
  await eraseExpiredHealth(deps(database), late)
  expect(await listDueErasures(deps(database), late, 10)).toEqual({ items: [], count: 0 })
  expect(await openHealth(deps(database), admin, id)).toMatchObject({ ok: true })
  const note = database.db.selectFrom('appointments').select('note').where('id', '=', kept)
  expect(await note.executeTakeFirst()).toEqual({ note: 'Ask the court' })
  await retainHealth(deps(database), admin, { id, kept: false })
  await eraseExpiredHealth(deps(database), late)
  expect(await openHealth(deps(database), admin, id)).toEqual({ ok: false, reason: 'none' })
})

async function bookAnother(database: Database, start: string, changed: object) {
  const booked = await bookTestAppointment(database, { start, n: 2 })
  const id = booked.ok ? booked.appointment.id : ''
  await database.db.updateTable('appointments').set(changed).where('id', '=', id).execute()
  return id
}

/** Of the appointment at 10 on May 7, booked as the first patient. */
const first = { email: 'p1@example.com', phoneDigits: '2055551001' }

test.each([
  ['by the same address', { ...first, phoneDigits: '1' }, true],
  ['by the same phone number', { ...first, email: 'other@example.com' }, true],
  ['of another person', { email: 'other@example.com', phoneDigits: '1' }, false],
  ['that was canceled', { ...first, state: 'cancelled' as const }, false],
  ['that was missed', { ...first, state: 'no-show' as const }, false],
  ['that is upcoming', { ...first, state: 'requested' as const }, true],
])('retention counts from the last appointment: one %s', async (_, changed, counts) => {
  const database = await openTestDatabase()
  const id = await bookFirst(database)
  await bookAnother(database, '2026-05-17T10:00', { ...changed, health: null })
  await database.db.updateTable('appointments').set({ note: 'Comes with a walker' }).execute()
  const note = () => database.db.selectFrom('appointments').select('note').where('id', '=', id).executeTakeFirst()
  const later = counts ? 10 * dayMs : 0
  const appointment = { endsAt: end, email: first.email, phone: '(205) 555-1001' }
  expect(await getHealthErasureTime(deps(database), appointment)).toBe(end + 30 * dayMs + later)
  const isDue = (at: number) => listDueErasures(deps(database), at, 10)
  expect(await isDue(end + 23 * dayMs + later)).toEqual({ items: [], count: 0 })
  expect(await isDue(end + 23 * dayMs + later + 1)).toMatchObject({
    items: [{ id, at: end + 30 * dayMs + later }],
    count: 1,
  })
  await eraseExpiredHealth(deps(database), end + 30 * dayMs + later)
  expect(await openHealth(deps(database), admin, id)).toMatchObject({ ok: true })
  expect(await note()).toEqual({ note: 'Comes with a walker' })
  await eraseExpiredHealth(deps(database), end + 30 * dayMs + later + 1)
  expect(await openHealth(deps(database), admin, id)).toMatchObject({ ok: false })
  expect(await note()).toEqual({ note: null })
})

test('an erased appointment does not extend the retention of other appointments', async () => {
  const database = await openTestDatabase()
  const id = await bookFirst(database)
  await database.db.updateTable('appointments').set({ email: '', phoneDigits: '' }).where('id', '=', id).execute()
  await bookAnother(database, '2026-05-17T10:00', { email: '', phoneDigits: '', health: null })
  await eraseExpiredHealth(deps(database), end + 30 * dayMs + 1)
  expect(await openHealth(deps(database), admin, id)).toMatchObject({ ok: false })
})

test('a draft unused for a day is erased with its key', async () => {
  const database = await openTestDatabase()
  const patient = { name: 'Maya', email: 'maya@example.com', phone: '(205) 555-0100', health: 'tired' }
  await submitDraft(deps(database), { serviceId: 'general', patient }, { now: dayOne })
  await eraseExpiredHealth(deps(database), dayOne + dayMs)
  expect(await database.db.selectFrom('bookingDrafts').selectAll().execute()).toHaveLength(1)
  await eraseExpiredHealth(deps(database), dayOne + dayMs + 1)
  expect(await database.db.selectFrom('bookingDrafts').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('recordKeys').selectAll().execute()).toEqual([])
})
