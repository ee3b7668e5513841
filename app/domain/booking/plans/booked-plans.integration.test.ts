import { expect, test } from 'vitest'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'

import { at, dayOne } from '#tests/support/booking.ts'
import { desk, helen } from '#tests/support/patients.ts'
import { openPlansOn } from '#tests/support/plans.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { bookPlan, bookPlanByTelephone } from './book-plan.server.ts'
import { countPlans, findBookedPlan, listPlans } from './booked-plans.server.ts'
import { markPrepaid, unmarkPrepaid } from './prepaid.server.ts'

type Clinic = ReturnType<typeof openPlansOn>

/** Five days from May 4 on, by telephone; returns the plan's id. */
async function book({ deps, plan, propose }: Clinic) {
  const days = (await propose()).proposals[0]!.days
  const patient = { ...helen, health: undefined }
  const booked = await bookPlanByTelephone(deps, desk, { template: plan, days, patient, now: dayOne })
  if (!booked.ok) throw new Error(booked.reason)
  return booked.planId!
}

const find = ({ deps }: Clinic, id: string, scope: Scope = 'everything') =>
  findBookedPlan(deps.database.db, scope, id, dayOne)

/** As staff put a canceled day elsewhere, or add one. */
const addDay = ({ deps }: Clinic, planId: string, start: string, instead?: string) =>
  bookByTelephone(deps, desk, {
    ...{ serviceId: 'abhyangam', startsAt: at(start), now: dayOne, anyway: true },
    patient: { ...helen, health: undefined },
    plan: { planId, instead },
  })

test('days are numbered by their times, also those that were added or put elsewhere', async () => {
  const clinic = openPlansOn(await openTestDatabase())
  const planId = await book(clinic)
  const before = (await find(clinic, planId))!
  const second = before.days[1]!.id
  await cancelAppointment(clinic.deps, desk, { id: second, now: dayOne })
  expect((await find(clinic, planId))!.progress).toEqual({ days: 5, done: 0, left: 4, missed: 1 })
  expect(await countPlans(clinic.deps.database.db, 'everything')).toEqual({ current: 1, attention: 1, ended: 0 })
  const elsewhere = await addDay(clinic, planId, '2026-05-20T10:00', second)
  const added = await addDay(clinic, planId, '2026-05-06T15:00')
  const after = (await find(clinic, planId))!
  expect(after.progress).toEqual({ days: 6, done: 0, left: 6, missed: 0 })
  expect(after.days.map(({ id, number }) => [id, number])).toEqual(
    [before.days[0], before.days[2], added, before.days[3], before.days[4], elsewhere].map((day, index) => [
      day && 'id' in day ? day.id : undefined,
      index + 1,
    ]),
  )
  expect(await countPlans(clinic.deps.database.db, 'everything')).toEqual({ current: 1, attention: 0, ended: 0 })
})

test('a day is put elsewhere once, however many do it at the same moment, and one that takes place never', async () => {
  const [here, there] = (await openTwice()).map((database) => openPlansOn(database)) as [Clinic, Clinic]
  const planId = await book(here)
  const [first, second] = (await find(here, planId))!.days
  await cancelAppointment(here.deps, desk, { id: second!.id, now: dayOne })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      addDay(index % 2 === 0 ? here : there, planId, `2026-05-2${index}T10:00`, second!.id),
    ),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok).map((outcome) => !outcome.ok && outcome.reason)).toEqual(
    Array.from({ length: 7 }, () => 'plan-changed'),
  )
  expect((await find(here, planId))!.progress.days).toBe(5)
  expect(await addDay(here, planId, '2026-05-29T10:00', first!.id)).toEqual({ ok: false, reason: 'plan-changed' })
})

test('a practitioner finds the plans of which a day is hers, with these days alone', async () => {
  const clinic = openPlansOn(await openTestDatabase())
  const planId = await book(clinic)
  const { db } = clinic.deps.database
  await db.updateTable('appointments').set({ person: 'person:anna' }).execute()
  const [, second] = (await find(clinic, planId))!.days
  await db.updateTable('appointments').set({ person: 'person:ravi' }).where('id', '=', second!.id).execute()
  const hers = await find(clinic, planId, { person: 'person:ravi' })
  expect(hers!.days.map(({ id, number }) => [id, number])).toEqual([[second!.id, 2]])
  expect(hers!.progress.days).toBe(5)
  expect(await find(clinic, planId, { person: 'person:lin' })).toBeUndefined()
  const { plans } = await listPlans(db, { person: 'person:lin' }, { filter: undefined, now: dayOne })
  expect(plans).toEqual([])
})

test('a plan that is gone gets no day and no money', async () => {
  const clinic = openPlansOn(await openTestDatabase())
  const { deps } = clinic
  expect(await addDay(clinic, 'gone', '2026-05-06T10:00')).toEqual({ ok: false, reason: 'plan-changed' })
  const notFound = { ok: false, reason: 'not-found' }
  expect(await markPrepaid(deps, desk, { id: 'gone', now: dayOne })).toEqual(notFound)
  expect(await unmarkPrepaid(deps, desk, { id: 'gone', now: dayOne })).toEqual(notFound)
  expect(await deps.database.db.selectFrom('appointments').select('id').execute()).toEqual([])
})

test('a plan is booked with all of its days, one after the other, and by patients while it is on offer', async () => {
  const clinic = openPlansOn(await openTestDatabase(), { steps: [{ times: 2 }] })
  const { deps, plan } = clinic
  const patient = { ...helen, health: undefined }
  const [day] = (await clinic.propose()).proposals[0]!.days
  const byTelephone = (days: (typeof day)[]) =>
    bookPlanByTelephone(deps, desk, { template: plan, days: days.map((one) => one!), patient, now: dayOne })
  const notPlanned = { ok: false, reason: 'not-planned' }
  for (const days of [[], [day], [day, day]]) expect(await byTelephone(days)).toEqual(notPlanned)
  const { days } = (await clinic.propose()).proposals[0]!
  const content = { ...deps.content, list: () => [] }
  const booking = { draft: await clinic.draft(1), days, now: dayOne }
  expect(await bookPlan({ ...deps, content }, booking)).toEqual({ ok: false, reason: 'not-available' })
  expect(await deps.database.db.selectFrom('appointments').select('id').execute()).toEqual([])
  expect(await byTelephone([...days])).toMatchObject({ ok: true })
})
