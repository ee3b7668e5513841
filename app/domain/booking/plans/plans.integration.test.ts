import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { at, bookingDeps, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { expectWhole, openPlansOn, raceForPlans, blockTime } from '#tests/support/plans.ts'
import { isAskedOnSqliteAlone, openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { cancelAppointment, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { bookPlan, bookPlanByTelephone } from './book-plan.server.ts'
import { toProgress } from './plan-days.ts'
import { findPlan, hasDayBefore } from './plans.server.ts'
import { findOtherTimes } from './proposals.server.ts'

const clock = (startsAt: number) =>
  Temporal.Instant.fromEpochMilliseconds(startsAt)
    .toZonedDateTimeISO('America/Chicago')
    .toPlainDateTime()
    .toString()
    .slice(5, 16)

const byRequest = { services: { abhyangam: { confirmedByClinic: true as const } } }

/** Whether a transaction waits for a lock of another one. */
const isOneWaiting = async ({ db }: Database) => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

const times = (days: readonly { startsAt: number }[]) => days.map(({ startsAt }) => clock(startsAt))

describe.skipIf(isAskedOnSqliteAlone)('proposals', () => {
  test('are two or three complete ones: the soonest, others at other hours and later', async () => {
    const { propose } = openPlansOn(await openTestDatabase())
    const { proposals, failing } = await propose()
    expect(failing).toBeUndefined()
    expect(proposals.map(({ kind, days }) => [kind, ...times(days)])).toEqual([
      ['soonest', '05-04T12:00', '05-05T09:00', '05-06T09:00', '05-07T09:00', '05-08T09:00'],
      ['same-hour', '05-04T12:00', '05-05T12:00', '05-06T12:00', '05-07T12:00', '05-08T12:00'],
      ['other-hours', '05-05T09:00', '05-06T09:00', '05-07T09:00', '05-08T09:00', '05-09T09:00'],
    ])
  })

  test('leave out days off, keep days of rest, and begin when they are asked to', async () => {
    const steps = [
      { times: 2 },
      { times: 2, gapFrom: 2, gapTo: 3, earliest: '13:00' as const, latest: '16:00' as const },
    ]
    const { propose } = openPlansOn(await openTestDatabase(), { daysOff: ['sunday'], steps })
    const { proposals } = await propose({ from: Temporal.PlainDate.from('2026-05-08') })
    // Friday and Saturday; Sunday is off, Monday of rest.
    expect(times(proposals[0]!.days)).toEqual(['05-08T09:00', '05-09T09:00', '05-12T13:00', '05-14T13:00'])
  })

  test('are with one person throughout, if the template says so', async () => {
    const database = await openTestDatabase()
    const { propose } = openPlansOn(database, { samePerson: true })
    await blockTime(database, ['person:anna'], '2026-05-06')
    const { proposals } = await propose()
    expect(new Set(proposals[0]!.days.map(({ personId }) => personId))).toEqual(new Set(['ravi']))
  })

  test('name the day that fails and what is free near it, and spread the plan', async () => {
    const database = await openTestDatabase()
    const { propose, book } = openPlansOn(database, {}, { horizonDays: 8 })
    await blockTime(database, ['room:one', 'room:two'], '2026-05-07')
    await blockTime(database, ['room:one', 'room:two'], '2026-05-10')
    const { proposals, failing } = await propose()
    expect(failing!.planDay).toBe(4)
    const [next] = failing!.near
    expect(clock(next!.time.startsAt)).toBe('05-08T09:00')
    expect(failing!.isPastEnd).toBe(false)
    // A whole plan that has it, which can be booked as it is.
    expect(times(next!.days!)).toEqual(['05-04T12:00', '05-05T09:00', '05-06T09:00', '05-08T09:00', '05-09T09:00'])
    expect(await book(1, next!.days!)).toMatchObject({ ok: true, state: 'requested' })
    expect(proposals.map(({ kind, days }) => [kind, ...times(days)])).toEqual([
      ['spread', '05-04T12:00', '05-05T09:00', '05-06T09:00', '05-08T09:00', '05-09T09:00'],
    ])
  })

  test('are none where two people are needed at once and there is one', async () => {
    const { propose } = openPlansOn(await openTestDatabase(), { steps: [{ together: 3 }] })
    expect(await propose()).toEqual({ proposals: [], failing: { planDay: 1, near: [], isPastEnd: false } })
  })

  test('say so if the plan would go on after the last day that can be booked', async () => {
    const { propose } = openPlansOn(await openTestDatabase(), {}, { horizonDays: 8 })
    const pastEnd = (planDay: number) => ({ proposals: [], failing: { planDay, near: [], isPastEnd: true } })
    expect(await propose({ from: Temporal.PlainDate.from('2026-05-09') })).toEqual(pastEnd(5))
    expect(await propose({ from: Temporal.PlainDate.from('2026-06-09') })).toEqual(pastEnd(1))
  })
})

describe('booking a plan', () => {
  test('reserves all days, for two people at once where a step needs them', async () => {
    const database = await openTestDatabase()
    const { book } = openPlansOn(database, { steps: [{ times: 3, together: 2, minutes: 90 }] })
    const booked = await book(1)
    expect(booked).toMatchObject({ ok: true, state: 'confirmed' })
    await expectWhole(database.db, 3, 1)
    const { days } = (await findPlan(database.db, booked.ok ? booked.planId! : ''))!
    expect(days[0]).toMatchObject({ person: 'person:anna', assistants: ['person:ravi'], planDay: 1 })
    expect(days[0]!.endsAt - days[0]!.startsAt).toBe(90 * 60_000)
    // Nobody else is free then.
    const other = await bookTestAppointment(database, {
      startsAt: days[1]!.startsAt,
      booking: openPlansOn(database).deps.booking,
      n: 2,
    })
    expect(other).toMatchObject({ ok: false, reason: 'taken' })
  })

  test('reserves nothing if its last day was taken meanwhile, and says which', async () => {
    const database = await openTestDatabase()
    const { book, propose, deps, plan } = openPlansOn(database)
    const { days } = (await propose()).proposals[0]!
    await blockTime(database, ['room:one', 'room:two'], '2026-05-08', '2026-05-08T11:00')
    expect(await book(1, days)).toEqual({
      ok: false,
      reason: 'days-taken',
      failed: [{ planDay: 5, reason: 'taken' }],
    })
    expect(await database.db.selectFrom('appointments').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('plans').select('id').execute()).toEqual([])
    const read = { ...deps, db: database.db }
    const others = await findOtherTimes(read, { template: plan, days, planDay: 5, now: dayOne })
    expect(times(others[0]!.times)[0]).toBe('05-08T11:00')
    const kept = [...days.slice(0, 4), { startsAt: others[0]!.times[0]!.startsAt, personId: 'anna' }]
    expect(await book(2, kept)).toMatchObject({ ok: true, state: 'confirmed' })
  })

  test('is the same plan for a second click', async () => {
    const database = await openTestDatabase()
    const clinic = openPlansOn(database)
    const { days } = (await clinic.propose()).proposals[0]!
    const draft = await clinic.draft(1)
    const first = await bookPlan(clinic.deps, { draft, days, now: dayOne })
    expect(await bookPlan(clinic.deps, { draft, days, now: dayOne })).toEqual(first)
    await expectWhole(database.db, 5, 1)
  })

  test('refuses days that the template does not have', async () => {
    const { book, propose } = openPlansOn(await openTestDatabase())
    const { days } = (await propose()).proposals[0]!
    const notPlanned = { ok: false, reason: 'not-planned' }
    expect(await book(1, days.slice(1))).toEqual(notPlanned)
    expect(await book(1, days.toReversed())).toEqual(notPlanned)
    expect(await book(1, [...days.slice(0, 4), { ...days[4]!, startsAt: at('2027-05-08T09:00') }])).toEqual(notPlanned)
    expect(
      await book(
        1,
        days.map(() => days[0]!),
      ),
    ).toEqual(notPlanned)
  })

  test('is a request where a gap is longer, and where a service asks the clinic', async () => {
    const database = await openTestDatabase()
    const { book, propose } = openPlansOn(database)
    const { days } = (await propose()).proposals[0]!
    const spread = [...days.slice(0, 4), { startsAt: at('2026-05-10T09:00'), personId: 'anna' }]
    expect(await book(1, spread)).toMatchObject({ ok: true, state: 'requested' })
    const asking = openPlansOn(await openTestDatabase(), {}, { services: { abhyangam: { confirmedByClinic: true } } })
    expect(await asking.book(1)).toMatchObject({ ok: true, state: 'requested' })
  })

  test('counts as one of three upcoming appointments', async () => {
    const database = await openTestDatabase()
    const clinic = openPlansOn(database)
    const { booking } = clinic.deps
    expect(await clinic.book(1)).toMatchObject({ state: 'confirmed' })
    const single = (start: string) => bookTestAppointment(database, { start, n: 1, booking })
    expect(await single('2026-05-11T10:00')).toMatchObject({ appointment: { state: 'confirmed' } })
    expect(await single('2026-05-12T10:00')).toMatchObject({ appointment: { state: 'confirmed' } })
    expect(await single('2026-05-13T10:00')).toMatchObject({ appointment: { state: 'requested' } })
    expect(await clinic.book(1, (await clinic.propose({ part: 'afternoon' })).proposals[0]!.days)).toMatchObject({
      state: 'requested',
    })
  })

  test('by the clinic is confirmed, at any spacing, with one entry in the audit trail', async () => {
    const database = await openTestDatabase()
    const { deps, plan } = openPlansOn(database)
    const days = [
      '2026-05-04T09:10',
      '2026-05-09T10:00',
      '2026-05-10T10:00',
      '2026-05-20T10:00',
      '2026-06-01T10:00',
    ].map((start) => ({ startsAt: at(start), personId: 'ravi' }))
    const patient = { name: 'Helen Marsh', phone: '(205) 555-0100', email: undefined, health: undefined }
    const desk = { who: 'desk', from: '127.0.0.1', scope: 'everything' as const }
    const booked = await bookPlanByTelephone(deps, desk, { template: plan, days, patient, now: dayOne })
    expect(booked).toMatchObject({ ok: true, state: 'confirmed' })
    const entries = await database.db.selectFrom('auditEntries').select(['act', 'detail']).execute()
    expect(entries).toEqual([
      { act: 'appointment.booked', detail: 'A plan: May 4, 2026, 9:10 am to Jun 1, 2026, 10:00 am' },
    ])
    const twice = days.map(() => days[0]!)
    expect(await bookPlanByTelephone(deps, desk, { template: plan, days: twice, patient, now: dayOne })).toMatchObject({
      ok: false,
    })
  })

  test('makes one patient record, online and by the clinic, also of a patient who has one', async () => {
    const database = await openTestDatabase()
    const { deps, plan, book, propose } = openPlansOn(database)
    const recordsOf = async () => {
      const rows = await database.db.selectFrom('appointments').select(['planId', 'patientId']).execute()
      return [...Map.groupBy(rows, ({ planId }) => planId).values()].map(
        (days) => new Set(days.map(({ patientId }) => patientId)).size,
      )
    }
    await book(1)
    const patient = { name: 'Helen Marsh', phone: '(205) 555-0100', email: undefined, health: undefined }
    const desk = { who: 'desk', from: '127.0.0.1', scope: 'everything' as const }
    const soon = async () => (await propose()).proposals[0]!.days
    await bookPlanByTelephone(deps, desk, { template: plan, days: await soon(), patient, now: dayOne })
    expect(await recordsOf()).toEqual([1, 1])
    const records = await database.db.selectFrom('patients').select(['id', 'name']).orderBy('name').execute()
    expect(records.map(({ name }) => name)).toEqual(['Helen Marsh', 'Patient 1'])
    const chosen = { template: plan, patient, patientId: records[0]!.id, now: dayOne }
    await bookPlanByTelephone(deps, desk, { ...chosen, days: await soon() })
    expect(await recordsOf()).toEqual([1, 1, 1])
    expect(await database.db.selectFrom('patients').select('id').execute()).toHaveLength(2)
  })

  test('sends one email to the patient and one to the clinic, and a reminder for each day', async () => {
    const database = await openTestDatabase()
    await openPlansOn(database).book(1)
    const emails = await database.db.selectFrom('emails').select(['kind', 'ids']).orderBy('kind').execute()
    expect(emails.map(({ kind, ids }) => [kind, JSON.parse(ids).wholePlan])).toEqual([
      ['appointment', true],
      ['appointment-notice', true],
    ])
    const reminders = await database.db.selectFrom('jobs').select('id').where('kind', '=', 'remind').execute()
    // The first two are nearer than 48 hours.
    expect(reminders).toHaveLength(3)
  })

  // plan-race.test does the same with two connections, for more rounds.
  test('fifty at once book whole plans that do not overlap', async () => {
    const database = await openTestDatabase()
    const clinic = openPlansOn(database)
    expect(await raceForPlans([clinic, clinic], 2)).toBeGreaterThan(3)
  })
})

describe('changing a plan', () => {
  const desk = { who: 'desk', from: '127.0.0.1', scope: 'everything' as const }

  async function openBooked(rules: Parameters<typeof openPlansOn>[2] = {}, on?: Database) {
    const database = on ?? (await openTestDatabase())
    const clinic = openPlansOn(database, {}, rules)
    const booked = await clinic.book(1)
    if (!booked.ok) throw new Error(booked.reason)
    const planId = booked.planId!
    return {
      ...{ database, clinic, planId },
      states: async () => (await findPlan(database.db, planId))!.days.map(({ state }) => state),
      emails: async () =>
        (
          await database.db.selectFrom('emails').select(['kind', 'ids']).where('kind', '=', 'appointment').execute()
        ).map(({ ids }) => {
          const { about, wholePlan } = JSON.parse(ids)
          return wholePlan ? `${about}, all` : about
        }),
    }
  }

  test('cancels all days that are ahead with one email, and brings them back with one', async () => {
    const { database, clinic, planId, states, emails } = await openBooked()
    const now = at('2026-05-05T12:00')
    await database.db.updateTable('appointments').set({ state: 'completed' }).where('planDay', '=', 1).execute()
    expect(await cancelAppointment(clinic.deps, 'patient', { planId, now })).toEqual({ ok: true, canceled: 3 })
    expect(await states()).toEqual(['completed', 'confirmed', 'cancelled', 'cancelled', 'cancelled'])
    const { days } = (await findPlan(database.db, planId))!
    // Any of them brings all back.
    expect(await undoCancellation(clinic.deps, 'patient', { id: days[3]!.id, now: now + 1_000 })).toEqual({ ok: true })
    expect(await states()).toEqual(['completed', 'confirmed', 'confirmed', 'confirmed', 'confirmed'])
    // The one about the cancellation had not left yet.
    expect(await emails()).toEqual(['booked, all', 'restored, all'])
  })

  test('cancels one day alone, and its undo brings only that one back', async () => {
    const { database, clinic, planId, states, emails } = await openBooked()
    const { days } = (await findPlan(database.db, planId))!
    await cancelAppointment(clinic.deps, 'patient', { id: days[2]!.id, now: dayOne })
    await cancelAppointment(clinic.deps, 'patient', { id: days[3]!.id, now: dayOne + 1_000 })
    expect(await undoCancellation(clinic.deps, 'patient', { id: days[2]!.id, now: dayOne + 2_000 })).toEqual({
      ok: true,
    })
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled', 'confirmed'])
    expect(await emails()).toEqual(['booked, all', 'cancelled', 'restored'])
  })

  test('answers all days of a request at once, and takes the answer back for all', async () => {
    const { database, clinic, planId, states, emails } = await openBooked(byRequest)
    const [, second] = (await findPlan(database.db, planId))!.days
    const answered = await answerRequest(clinic.deps, desk, { id: second!.id, answer: 'declined', now: dayOne })
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'declined'))
    expect(await database.db.selectFrom('heldQuanta').select('holder').execute()).toEqual([])
    expect(await emails()).toEqual(['booked, all', 'declined, all'])
    const undo = { id: second!.id, answer: 'declined', revision: answered.ok ? answered.revision : 0 } as const
    expect(await undoAnswer(clinic.deps, desk, undo)).toMatchObject({ ok: true })
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'requested'))
    await expectWhole(database.db, 5, 1)
    await answerRequest(clinic.deps, desk, { id: second!.id, answer: 'accepted', now: at('2026-05-04T12:30') })
    expect(await states(), 'the first has begun').toEqual([
      'requested',
      'confirmed',
      'confirmed',
      'confirmed',
      'confirmed',
    ])
    expect(await emails()).toEqual(['booked, all', 'accepted, all'])
  })

  // On SQLite no other transaction begins meanwhile.
  test.runIf(process.env.TEST_DATABASE === 'postgres')('answers no day that is canceled meanwhile', async () => {
    const [database, other] = await openTwice()
    const { clinic, planId, states } = await openBooked(byRequest, database)
    const [, second, third] = (await findPlan(database.db, planId))!.days
    const canceling = Promise.withResolvers<void>()
    const answering = Promise.withResolvers<void>()
    const { deps } = openPlansOn(other, {}, byRequest)
    const purge: typeof deps.pages.purge = async (...topic) => {
      await deps.pages.purge(...topic)
      canceling.resolve()
      await answering.promise
    }
    const slow = { ...deps, pages: { ...deps.pages, purge } }
    const canceled = cancelAppointment(slow, 'patient', { id: third!.id, now: dayOne })
    await canceling.promise
    const answered = answerRequest(clinic.deps, desk, { id: second!.id, answer: 'accepted', now: dayOne })
    await until(() => isOneWaiting(other))
    answering.resolve()
    expect(await Promise.all([canceled, answered])).toMatchObject([{ ok: true }, { ok: true }])
    expect(await states()).toEqual(['confirmed', 'confirmed', 'cancelled', 'confirmed', 'confirmed'])
  })

  test('moves a day with its length and both of its people', async () => {
    const database = await openTestDatabase()
    const clinic = openPlansOn(database, { steps: [{ times: 2, together: 2, minutes: 90 }] })
    const booked = await clinic.book(1)
    const { days } = (await findPlan(database.db, booked.ok ? booked.planId! : ''))!
    const startsAt = at('2026-05-06T13:00')
    expect(await moveAppointment(clinic.deps, 'patient', { id: days[1]!.id, startsAt, now: dayOne })).toMatchObject({
      ok: true,
    })
    const { days: after } = (await findPlan(database.db, booked.ok ? booked.planId! : ''))!
    expect(after[1]).toMatchObject({ startsAt, endsAt: startsAt + 90 * 60_000 })
    expect([after[1]!.person, ...after[1]!.assistants].toSorted()).toEqual(['person:anna', 'person:ravi'])
    await expectWhole(database.db, 2, 1)
  })

  test('reminds of a day only if there is none on the day before', async () => {
    const { database, clinic, planId } = await openBooked()
    const { days } = (await findPlan(database.db, planId))!
    const facts = clinic.deps.clinic.facts(dayOne)
    expect(await hasDayBefore(database.db, days[0]!, facts)).toBe(false)
    expect(await hasDayBefore(database.db, days[1]!, facts)).toBe(true)
    await database.db.updateTable('appointments').set({ state: 'completed' }).where('id', '=', days[0]!.id).execute()
    expect(await hasDayBefore(database.db, days[1]!, facts)).toBe(true)
    await cancelAppointment(clinic.deps, 'patient', { id: days[2]!.id, now: dayOne })
    expect(await hasDayBefore(database.db, days[3]!, facts)).toBe(false)
  })

  test('says how far it is', async () => {
    const { database, planId, clinic } = await openBooked()
    const { days } = (await findPlan(database.db, planId))!
    await cancelAppointment(clinic.deps, 'patient', { id: days[4]!.id, now: dayOne })
    const after = (await findPlan(database.db, planId))!.days
    expect(toProgress(after, at('2026-05-06T08:00'))).toEqual({ days: 5, done: 2, left: 2, missed: 1 })
  })
})

test.skipIf(isAskedOnSqliteAlone)('an appointment of nobody’s plan is as before', async () => {
  const database = await openTestDatabase()
  const booked = await bookTestAppointment(database)
  const row = await bookingDeps(database).database.db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  expect(booked.ok).toBe(true)
  expect(row).toMatchObject({ planId: null, planDay: null, assistants: null })
})
