import { describe, expect, test } from 'vitest'

import type { Database } from '#app/database/connection.server.ts'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { findAppointment, listRequests } from '#app/domain/booking/appointments.server.ts'
import { blockTime, findBlocks, removeBlock, stretchBlock } from './blocks.server.ts'
import { cancelAppointment, releaseHour, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const both = ['person:clinic', 'room:one'] as ('person:clinic' | 'room:one')[]
const morning = { from: at('2026-05-07T09:00'), until: at('2026-05-07T12:00') }

const isOffered = (database: Database, start: string, n = 50) =>
  bookTestAppointment(database, { start, n }).then(({ ok }) => ok)

describe('blocked time', () => {
  test('is not bookable, and is released when it is removed', async () => {
    const database = await openTestDatabase()
    const blocked = await blockTime(bookingDeps(database), admin, {
      ...morning,
      resources: both,
      note: 'Painting',
      anyway: false,
      now,
    })
    expect(blocked).toMatchObject({ ok: true })
    expect(await isOffered(database, '2026-05-07T09:00')).toBe(false)
    expect(await isOffered(database, '2026-05-07T11:00')).toBe(false)
    expect(await isOffered(database, '2026-05-07T12:00')).toBe(true)
    expect(await findBlocks(database.db, 'everything', morning)).toMatchObject([{ note: 'Painting', resources: both }])
    const day = { from: now, until: at('2026-05-08T00:00') }
    for (const beside of [
      { ...day, until: morning.from },
      { ...day, from: morning.until },
    ])
      expect(await findBlocks(database.db, 'everything', beside)).toEqual([])
    const id = blocked.ok ? blocked.id : ''
    // Not by whoever sees only somebody else's calendar.
    await removeBlock(bookingDeps(database), { ...admin, scope: { person: 'person:anna' } }, { id, now })
    expect(await findBlocks(database.db, 'everything', morning)).toMatchObject([{ id, resources: both }])
    expect(await isOffered(database, '2026-05-07T09:00')).toBe(false)
    await removeBlock(bookingDeps(database), admin, { id, now })
    expect(await renewals(database), 'the block, a booking, and its end').toBe(3)
    expect(await isOffered(database, '2026-05-07T09:00', 51)).toBe(true)
    const detail = 'May 7, 2026, 9:00 am to May 7, 2026, 12:00 pm, One'
    expect(await database.db.selectFrom('auditEntries').select(['act', 'detail']).execute()).toEqual([
      { act: 'block.added', detail },
      { act: 'block.removed', detail },
    ])
  })

  test('is stretched unless an appointment is there, or someone else was faster', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const blocked = await blockTime(deps, admin, { ...morning, resources: both, anyway: false, now })
    const id = blocked.ok ? blocked.id : ''
    const longer = { from: morning.from, until: at('2026-05-07T13:00') }
    expect(await stretchBlock(deps, admin, { id, now, was: morning, ...longer })).toEqual({ ok: true })
    expect(await renewals(database)).toBe(2)
    expect(await isOffered(database, '2026-05-07T12:00')).toBe(false)
    const late = await stretchBlock(deps, admin, { id, now, was: morning, ...morning })
    expect(late).toEqual({ ok: false, reason: 'changed-meanwhile' })

    expect(await isOffered(database, '2026-05-07T14:00')).toBe(true)
    const over = { from: morning.from, until: at('2026-05-07T14:30') }
    expect(await stretchBlock(deps, admin, { id, now, was: longer, ...over })).toEqual({ ok: false, reason: 'overlap' })
    expect(await findBlocks(database.db, 'everything', morning)).toMatchObject([longer])
    expect(await stretchBlock(deps, admin, { id, now, was: longer, ...morning })).toEqual({ ok: true })
    expect(await isOffered(database, '2026-05-07T12:00', 51)).toBe(true)
  })

  test('over appointments lists them and asks for confirmation; they stay, and their slots are blocked once they are free', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
    const id = booked.ok ? booked.appointment.id : ''
    const wish = { ...morning, resources: both, anyway: false, now }
    const rejected = await blockTime(deps, admin, wish)
    expect(rejected).toMatchObject({ ok: false, reason: 'overlap', appointments: [{ id }] })
    expect(await findBlocks(database.db, 'everything', morning)).toEqual([])

    expect(await blockTime(deps, admin, { ...wish, anyway: true, now })).toMatchObject({ ok: true })
    expect(await findAppointment(database.db, id)).toMatchObject({ state: 'confirmed' })
    await moveAppointment(deps, admin, { id, startsAt: at('2026-05-08T10:00'), now })
    expect(await isOffered(database, '2026-05-07T10:00')).toBe(false)
    await cancelAppointment(deps, admin, { id, now })
    await releaseHour(deps, id, now + undoMs)
    expect(await isOffered(database, '2026-05-08T10:00')).toBe(true)
  })

  test('can last for weeks and overlap another block', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const weeks = { from: at('2026-05-07T00:00'), until: at('2026-05-28T00:00') }
    const first = await blockTime(deps, admin, { ...weeks, resources: both, anyway: false, now })
    await blockTime(deps, admin, { ...morning, resources: both, anyway: false, now })
    expect(await isOffered(database, '2026-05-20T10:00')).toBe(false)
    await removeBlock(deps, admin, { id: first.ok ? first.id : '', now })
    expect(await isOffered(database, '2026-05-20T10:00')).toBe(true)
    expect(await isOffered(database, '2026-05-07T10:00', 51)).toBe(false)
  })

  test('of one practitioner does not affect the others', async () => {
    const database = await openTestDatabase()
    const two = [
      { id: 'anna', name: 'Anna' },
      { id: 'ravi', name: 'Ravi' },
    ]
    const booking = { ...bookingRules, practitioners: two, rooms: [...bookingRules.rooms, { id: 'two', name: 'Two' }] }
    await blockTime(bookingDeps(database), admin, { ...morning, resources: ['person:anna'], anyway: false, now })
    const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00', booking })
    expect(booked.ok && (await findAppointment(database.db, booked.appointment.id))?.person).toBe('person:ravi')
  })
})

test('an appointment in a blocked room moves to another room at its own time, with the same person and without an email', async () => {
  const database = await openTestDatabase()
  const named = ['anna', 'ravi'].map((id) => ({ id, name: id }))
  const booking = { ...bookingRules, practitioners: named, rooms: [...bookingRules.rooms, { id: 'two', name: 'Two' }] }
  const deps = bookingDeps(database, booking)
  const startsAt = at('2026-05-07T10:00')
  await bookTestAppointment(database, { startsAt: at('2026-05-07T14:00'), n: 2, booking })
  const booked = await bookTestAppointment(database, { startsAt, booking })
  const id = booked.ok ? booked.appointment.id : ''
  expect(await findAppointment(database.db, id)).toMatchObject({ person: 'person:ravi', room: 'room:one' })
  const emails = () => database.db.selectFrom('emails').select('id').execute()
  const before = await emails()

  await blockTime(deps, admin, { ...morning, resources: ['room:one'], anyway: true, now })
  expect(await moveAppointment(deps, admin, { id, startsAt, now })).toMatchObject({ ok: true })
  expect(await findAppointment(database.db, id)).toMatchObject({ person: 'person:ravi', room: 'room:two', startsAt })
  expect(await emails()).toEqual(before)
  await blockTime(deps, admin, { ...morning, resources: ['person:ravi'], anyway: true, now })
  expect(await moveAppointment(deps, admin, { id, startsAt, now })).toMatchObject({ ok: true })
  expect(await findAppointment(database.db, id)).toMatchObject({ person: 'person:anna', room: 'room:two', startsAt })
  expect((await emails()).length).toBeGreaterThan(before.length)
  await blockTime(deps, admin, { ...morning, resources: ['person:anna'], anyway: true, now })
  expect(await moveAppointment(deps, admin, { id, startsAt, now })).toMatchObject({ ok: false, reason: 'taken' })
})

describe('answering a request', () => {
  async function requested(database: Database) {
    const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00', serviceId: 'asked' })
    return booked.ok ? booked.appointment.id : ''
  }

  test('accepted, a request is confirmed; twice does nothing more', async () => {
    const database = await openTestDatabase()
    const id = await requested(database)
    const accept = () => answerRequest(bookingDeps(database), admin, { id, answer: 'accepted', now })
    const accepted = { ok: true, revision: 1 }
    expect([await accept(), await accept()]).toEqual([accepted, accepted])
    expect(await findAppointment(database.db, id)).toMatchObject({ state: 'confirmed', revision: 1 })
    expect(await database.db.selectFrom('auditEntries').select('act').execute()).toEqual([
      { act: 'appointment.accepted' },
    ])
    expect(await answerRequest(bookingDeps(database), admin, { id, answer: 'declined', now })).toMatchObject({
      ok: false,
      reason: 'changed-meanwhile',
    })
  })

  test('once its time has begun it can no longer be confirmed, but declined or given an outcome', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await requested(database)
    const late = at('2026-05-07T10:05')
    expect(await listRequests(database.db, 'everything', late)).toMatchObject([{ id }])
    expect(await answerRequest(deps, admin, { id, answer: 'accepted', now: late })).toEqual({
      ok: false,
      reason: 'not-upcoming',
    })
    expect(await recordAttendance(deps, admin, { id, from: 'requested', to: 'confirmed', now: late })).toMatchObject({
      ok: false,
    })
    expect(await recordAttendance(deps, admin, { id, from: 'requested', to: 'completed', now: late })).toEqual({
      ok: true,
    })
    const other = await bookTestAppointment(database, { start: '2026-05-08T10:00', serviceId: 'asked', n: 2 })
    const unanswered = other.ok ? other.appointment.id : ''
    const after = at('2026-05-08T12:00')
    expect(await answerRequest(deps, admin, { id: unanswered, answer: 'declined', now: after })).toMatchObject({
      ok: true,
    })
    expect(await listRequests(database.db, 'everything', after)).toEqual([])
  })

  test('declined, its time is free at once; undone, it is taken again', async () => {
    const database = await openTestDatabase()
    const id = await requested(database)
    const deps = bookingDeps(database)
    const declined = await answerRequest(deps, admin, { id, answer: 'declined', now })
    expect(declined).toEqual({ ok: true, revision: 1 })
    const undo = () => undoAnswer(deps, admin, { id, answer: 'declined', revision: 1 })
    expect([await undo(), await undo()]).toEqual([
      { ok: true, revision: 2 },
      { ok: true, revision: 2 },
    ])
    expect(await renewals(database), 'the request, the answer, and its undo').toBe(3)
    expect(await findAppointment(database.db, id)).toMatchObject({ state: 'requested' })
    expect(await isOffered(database, '2026-05-07T10:00')).toBe(false)
    const emails = database.db.selectFrom('emails').select('id').where('ids', 'like', '%declined%')
    expect(await emails.execute(), 'its email waited').toEqual([])
    await answerRequest(deps, admin, { id, answer: 'declined', now })
    expect(await isOffered(database, '2026-05-07T10:00')).toBe(true)
  })

  test('an answer stays when its time was taken, the patient was emailed, or another change came after', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = await requested(database)
    await answerRequest(deps, admin, { id, answer: 'declined', now })
    const other = await bookTestAppointment(database, { start: '2026-05-07T10:00', n: 2, serviceId: 'asked' })
    const undoDecline = { id, answer: 'declined', revision: 1 } as const
    expect(await undoAnswer(deps, admin, undoDecline)).toEqual({ ok: false, reason: 'too-late' })
    expect(await undoAnswer(deps, admin, { ...undoDecline, answer: 'accepted' })).toMatchObject({
      reason: 'changed-meanwhile',
      state: 'declined',
    })

    const accepted = other.ok ? other.appointment.id : ''
    await answerRequest(deps, admin, { id: accepted, answer: 'accepted', now })
    const undo = { id: accepted, answer: 'accepted', revision: 1 } as const
    expect(await undoAnswer(deps, admin, { ...undo, revision: 0 })).toMatchObject({ reason: 'changed-meanwhile' })
    await database.db.deleteFrom('jobs').where('kind', '=', 'send-email').execute()
    expect(await undoAnswer(deps, admin, undo)).toEqual({ ok: false, reason: 'told' })
    expect(await findAppointment(database.db, accepted)).toMatchObject({ state: 'confirmed' })
  })
})
