import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { findBookingMoney } from '#app/domain/booking/money/desk-ledger.server.ts'
import { releaseSlots } from '#app/domain/booking/holds.server.ts'
import { listOpenOffers } from '#app/domain/booking/waitlist/offers.server.ts'
import { at, joinTestWaitlist } from '#tests/support/booking.ts'
import { blockTime, expectWhole, openPlansOn } from '#tests/support/plans.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { isFreeToMove, movePlan, proposeMove } from './move-plan.server.ts'
import { findPlan } from './plans.server.ts'
import { markPrepaid } from './prepaid.server.ts'
import type { PlanDay } from './propose.ts'

const desk = { who: 'desk', from: '127.0.0.1', scope: 'everything' as const }
/** The first day is over, and the second is too near for its patient to move it. */
const now = at('2026-05-04T18:00')
const nextWeek = Temporal.PlainDate.from('2026-05-11')

/** Patient number `n` has a plan of five days, from Monday on. */
async function openBooked(database: Database, n = 1, days?: readonly PlanDay[]) {
  const clinic = openPlansOn(database)
  const { deps } = clinic
  const booked = await clinic.book(n, days)
  if (!booked.ok) throw new Error(booked.reason)
  const planId = booked.planId!
  const plan = async () => (await findPlan(database.db, planId))!
  return {
    ...{ clinic, deps, planId, plan },
    days: async () => (await plan()).days,
    starts: async () => (await plan()).days.map(({ startsAt }) => startsAt),
    propose: async (by: 'patient' | typeof desk, from?: Temporal.PlainDate) =>
      proposeMove(deps, by, await plan(), { from, now }),
    /** Emails about appointments, to the patient. */
    emails: async () =>
      (await database.db.selectFrom('emails').select('ids').where('kind', '=', 'appointment').execute()).map(
        ({ ids }) => {
          const { about, wholePlan } = JSON.parse(ids)
          return wholePlan ? `${about}, all` : about
        },
      ),
  }
}

const startsOf = (days: readonly { startsAt: number }[]) => days.map(({ startsAt }) => startsAt)

test('moves the days that its patient can still move, in one transaction, and they stay the same appointments', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose, emails } = await openBooked(database)
  await markPrepaid(deps, desk, { id: planId, money: { key: 'one', cents: 50_000 }, now })
  const [before, paid] = [await days(), await findBookingMoney(database.db, `plan:${planId}`)]
  const { proposals, rest } = await propose('patient', nextWeek)
  expect(rest.moving.map(({ number }) => number)).toEqual([3, 4, 5])
  const wished = proposals[0]!.days
  expect(startsOf(wished)).toEqual(['11', '12', '13'].map((day) => at(`2026-05-${day}T09:00`)))
  expect(await isFreeToMove(deps, rest, wished, now)).toBe(true)
  const move = { planId, seen: startsOf(rest.moving), days: wished, now }
  expect(await movePlan(deps, 'patient', move)).toMatchObject({ ok: true })
  const after = await days()
  expect(after).toEqual(
    before.map((day, index) => {
      if (index < 2) return day
      const { startsAt, endsAt } = wished[index - 2]!
      return { ...day, startsAt, endsAt, person: after[index]!.person, room: after[index]!.room, revision: 1 }
    }),
  )
  await expectWhole(database.db, 5, 1)
  expect(await findBookingMoney(database.db, `plan:${planId}`)).toEqual(paid)
  expect(await emails()).toEqual(['booked, all', 'moved, all'])
  const reminders = await database.db.selectFrom('jobs').select('uniqueKey').where('kind', '=', 'remind').execute()
  for (const { id, startsAt } of after.slice(2))
    expect(reminders.map(({ uniqueKey }) => uniqueKey)).toContain(`remind ${id} ${startsAt}`)
  // A second click.
  expect(await movePlan(deps, 'patient', move)).toMatchObject({ ok: true })
  expect(await emails()).toHaveLength(2)
})

test('proposes no day before those that stay, nor where the days are already, and takes none', async () => {
  const database = await openTestDatabase()
  const { deps, planId, starts, propose } = await openBooked(database)
  const { proposals, rest } = await propose('patient', Temporal.PlainDate.from('2026-05-04'))
  const before = await starts()
  expect(proposals.length).toBeGreaterThan(0)
  for (const { days } of proposals) {
    expect(days[0]!.startsAt).toBeGreaterThan(before[1]!)
    expect(startsOf(days)).not.toEqual(before.slice(2))
  }
  const days = proposals[0]!.days
  const seen = startsOf(rest.moving)
  const refused = (wished: readonly PlanDay[]) => movePlan(deps, 'patient', { planId, seen, days: wished, now })
  const notPlanned = { ok: false, reason: 'not-planned' }
  expect(await refused(days.slice(1))).toEqual(notPlanned)
  expect(await refused(days.toReversed())).toEqual(notPlanned)
  const onStaying = ['05', '06', '07'].map((day) => ({ startsAt: at(`2026-05-${day}T14:00`), personId: 'ravi' }))
  expect(await refused(onStaying)).toEqual(notPlanned)
  const spread = [...days.slice(0, 2), { ...days[2]!, startsAt: days[2]!.startsAt + 3 * 86_400_000 }]
  expect(await refused(spread)).toEqual(notPlanned)
  expect(await starts()).toEqual(before)
})

test('moves none if one of the days was taken, or moved, meanwhile', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose, emails } = await openBooked(database)
  const { proposals, rest } = await propose('patient', nextWeek)
  const wished = proposals[0]!.days
  await blockTime(database, ['room:one', 'room:two'], '2026-05-13', '2026-05-13T11:00')
  const before = await days()
  const move = { planId, seen: startsOf(rest.moving), days: wished, now }
  expect(await movePlan(deps, 'patient', move)).toEqual({
    ok: false,
    reason: 'days-taken',
    failed: [{ planDay: 3, reason: 'taken' }],
  })
  expect(await isFreeToMove(deps, rest, wished, now)).toBe(false)
  expect(await days()).toEqual(before)
  expect(await emails()).toEqual(['booked, all'])
  await moveAppointment(deps, desk, { id: before[4]!.id, startsAt: at('2026-05-09T10:00'), now })
  const others = (await propose('patient', Temporal.PlainDate.from('2026-05-18'))).proposals[0]!.days
  expect(await movePlan(deps, 'patient', { ...move, days: others })).toEqual({ ok: false, reason: 'moved-meanwhile' })
})

test('is refused once no day can be moved, and to whoever does not see all of its days', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose } = await openBooked(database)
  const { proposals, rest } = await propose('patient', nextWeek)
  const move = { planId, seen: startsOf(rest.moving), days: proposals[0]!.days }
  const late = at('2026-05-07T12:00')
  expect(await movePlan(deps, 'patient', { ...move, now: late })).toEqual({ ok: false, reason: 'too-late' })
  const over = at('2026-05-08T12:00')
  expect(await movePlan(deps, 'patient', { ...move, now: over })).toEqual({ ok: false, reason: 'not-upcoming' })
  const [, , third] = await days()
  const person = third!.person === 'person:anna' ? ('person:ravi' as const) : ('person:anna' as const)
  expect(await movePlan(deps, { ...desk, scope: { person } }, { ...move, now })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await movePlan(deps, desk, { ...move, planId: 'none', now })).toEqual({ ok: false, reason: 'not-found' })
})

test('a canceled day stays where it was, and the others follow each other as planned', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose } = await openBooked(database)
  await cancelAppointment(deps, 'patient', { id: (await days())[3]!.id, now })
  const { proposals, rest } = await propose('patient', nextWeek)
  expect(rest.moving.map(({ number }) => number)).toEqual([3, 5])
  const move = { planId, seen: startsOf(rest.moving), days: proposals[0]!.days, now }
  expect(await movePlan(deps, 'patient', move)).toMatchObject({ ok: true })
  const after = await days()
  expect(after.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled', 'confirmed'])
  expect([after[2], after[4]].map((day) => day!.startsAt)).toEqual(startsOf(proposals[0]!.days))
  expect(after[3]!.startsAt).toBe(at('2026-05-07T09:00'))
})

test('of two who move the same plan at once one does, and so of two whose plans want the same days', async () => {
  const [one, other] = await openTwice()
  const here = await openBooked(one)
  const there = openPlansOn(other).deps
  const { proposals, rest } = await here.propose('patient', nextWeek)
  const seen = startsOf(rest.moving)
  const [first, second] = [proposals[0]!, proposals.at(-1)!]
  const both = await Promise.all([
    movePlan(here.deps, 'patient', { planId: here.planId, seen, days: first.days, now }),
    movePlan(there, 'patient', { planId: here.planId, seen, days: second.days, now }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'moved-meanwhile' })
  await expectWhole(one.db, 5, 1)

  const free = (await here.clinic.propose({ from: Temporal.PlainDate.from('2026-05-25') })).proposals[0]!.days
  const later = await openBooked(one, 2, free)
  const wished = ['08', '09', '10', '11', '12'].map((day) => ({
    startsAt: at(`2026-06-${day}T10:00`),
    personId: 'ravi',
  }))
  const race = await Promise.all(
    [
      { deps: here.deps, booked: here, days: wished.slice(0, 3) },
      { deps: there, booked: later, days: wished },
    ].map(async ({ deps, booked, days }) => {
      const { moving } = (await booked.propose('patient')).rest
      return movePlan(deps, 'patient', { planId: booked.planId, seen: startsOf(moving), days, now })
    }),
  )
  expect(race.filter(({ ok }) => ok)).toHaveLength(1)
  expect(race.find(({ ok }) => !ok)).toMatchObject({ reason: 'days-taken' })
  await expectWhole(one.db, 5, 2)
})

test('a day that staff move on its own right after keeps the news about the others', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose, emails } = await openBooked(database)
  const { proposals, rest } = await propose(desk, nextWeek)
  const move = { planId, seen: startsOf(rest.moving), days: proposals[0]!.days, now }
  expect(await movePlan(deps, desk, move)).toMatchObject({ ok: true })
  const [, second] = await days()
  const startsAt = second!.startsAt + 2 * 3_600_000
  const moved = await moveAppointment(deps, desk, { id: second!.id, startsAt, now: now + 5_000 })
  expect(moved).toMatchObject({ ok: true, replaced: true })
  expect(await emails()).toEqual(['booked, all', 'moved, all'])
})

test('each day that is left is offered to who waits for it, and taken back when staff undo the move', async () => {
  const database = await openTestDatabase()
  const { deps, planId, days, propose, emails } = await openBooked(database)
  const { booking } = deps
  const waiting = { serviceIds: ['abhyangam'], booking, lastDay: '2026-05-10', untilTime: '11:00' }
  for (const n of [1, 2]) await joinTestWaitlist(database, { ...waiting, n })
  const before = await days()
  const { proposals, rest } = await propose(desk, nextWeek)
  const seen = startsOf(rest.moving)
  expect(seen).toEqual(startsOf(before.slice(1)))
  const moved = await movePlan(deps, desk, { planId, seen, days: proposals[0]!.days, now })
  if (!moved.ok) throw new Error(moved.reason)
  expect(startsOf(await listOpenOffers(database.db)).toSorted()).toEqual(seen.slice(0, 2))
  expect(await emails()).toEqual(['booked, all', 'moved, all'])
  const back = { planId, seen: moved.seen, days: moved.was, undo: { replaced: moved.replaced }, now: now + 5_000 }
  const offers = await listOpenOffers(database.db)
  await blockTime(database, ['room:one', 'room:two'], '2026-05-08')
  expect(await movePlan(deps, desk, back)).toMatchObject({ ok: false, reason: 'days-taken' })
  expect(await listOpenOffers(database.db)).toEqual(offers)
  await database.transaction((tx) => releaseSlots({ database, tx }, 'block:2026-05-08'))
  expect(await movePlan(deps, desk, back)).toMatchObject({ ok: true })
  expect(await days()).toEqual(before.map((day, index) => ({ ...day, revision: index === 0 ? 0 : 2 })))
  expect(await listOpenOffers(database.db)).toEqual([])
  // The patient heard of neither.
  expect(await emails()).toEqual(['booked, all'])
  await expectWhole(database.db, 5, 1)
  const entries = await database.db
    .selectFrom('auditEntries')
    .select('act')
    .where('act', '=', 'appointment.moved')
    .execute()
  expect(entries).toHaveLength(8)
})
