import { expect } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Draft, findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { bookPlan } from '#app/domain/booking/plans/book-plan.server.ts'
import { findPlanOnOffer, type PlanOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import type { PlanDay } from '#app/domain/booking/plans/propose.ts'
import { findProposals } from '#app/domain/booking/plans/proposals.server.ts'
import type { Entry } from '#app/domain/content/content-record.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { bookingDeps, bookingRules, dayOne, at } from './booking.ts'
import { blockRemaining } from '#app/domain/booking/holds.server.ts'
import type { Resource } from '#app/domain/booking/service-needs.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '#app/database/tables.ts'

type Template = Omit<Entry<'plan-templates'>, 'id'>
type Step = Template['steps'][number]

const step = (more: Partial<Step> = {}): Step => ({
  service: 'abhyangam',
  times: 5,
  gapFrom: 1,
  gapTo: 1,
  earliest: 'any',
  latest: 'any',
  minutes: 0,
  together: 1,
  people: [],
  rooms: [],
  ...more,
})

/** Five days in a row, unless it is said otherwise. */
export const template = ({
  steps = [{}],
  ...more
}: Partial<Omit<Template, 'steps'>> & { steps?: Partial<Step>[] }) => ({
  title: 'A plan',
  summary: 'Five days.',
  description: 'Five days of it.',
  price: 'Depends on the treatment',
  samePerson: false,
  daysOff: [],
  available: true,
  archived: false,
  ...more,
  steps: steps.map(step),
})

const twoPeople = {
  practitioners: ['anna', 'ravi'].map((id) => ({ id, name: id })),
  rooms: ['one', 'two'].map((id) => ({ id, name: id })),
}

/** A clinic that is open from 9 to 5 every day, with two people, two rooms and one template, `plan`. */
export function openPlansOn(
  database: Database,
  given: Parameters<typeof template>[0] = {},
  rules: Partial<BookingContent> = {},
) {
  const entry = { id: 'plan', ...template(given) }
  const content = {
    list: (name: string) => (name === 'plan-templates' ? [entry] : deliveredContent.list(name as 'services')),
  } as unknown as BookingDeps['content']
  const deps: BookingDeps = { ...bookingDeps(database, { ...bookingRules, ...twoPeople, ...rules }), content }
  const plan = findPlanOnOffer(content, 'plan') as PlanOnOffer
  const propose = (more: Partial<Parameters<typeof findProposals>[1]> = {}) =>
    findProposals({ ...deps, db: database.db }, { template: plan, now: dayOne, ...more })
  const clinic = {
    deps,
    plan,
    propose,
    async draft(n: number, more: Pick<Draft, 'textConsent'> = {}) {
      const patient = {
        name: `Patient ${n}`,
        email: `p${n}@example.com`,
        phone: `(205) 555-${1000 + n}`,
        health: 'tired',
      }
      const draft = { serviceId: plan.days[0]!.serviceId, planId: 'plan', patient, ...more }
      const saved = await submitDraft(deps, draft, { now: dayOne })
      const found = saved.ok ? await findDraft({ ...deps, db: database.db }, saved.id, dayOne) : undefined
      if (!found) throw new Error('there is no draft')
      return found
    },
    /** Patient number `n` books these days, or the soonest. */
    async book(n: number, days?: readonly PlanDay[], visitor: Visitor = {}) {
      const wished = days ?? (await propose()).proposals[0]!.days
      return bookPlan(deps, { ...visitor, draft: await clinic.draft(n), days: wished, now: dayOne })
    },
  }
  return clinic
}

type Clinic = ReturnType<typeof openPlansOn>

/** On a slow machine some of fifty wait longer than a visitor should: that is an error, and nothing is booked. */
function toWaitedTooLong(error: unknown) {
  if (!/timeout/.test(String(error))) throw error
  return { ok: false as const, reason: 'waited-too-long' as const }
}

/**
 * Fifty patients at once, from two processes: each books one of the proposals with one of two people, which share days
 * and rooms. Whatever happens, a plan has all of its days or none, and nobody is in two places.
 */
export async function raceForPlans([here, there]: [Clinic, Clinic], rounds: number) {
  const { db } = here.deps.database
  let plans = 0
  for (let round = 0; round < rounds; round += 1) {
    for (const table of ['heldQuanta', 'holds', 'appointments', 'plans', 'jobs', 'emails'] as const)
      await db.deleteFrom(table).execute()
    const wishes = await Promise.all(['anna', 'ravi'].map((personId) => here.propose({ personId })))
    const proposals = wishes.flatMap((wish) => wish.proposals)
    const drafts = await Promise.all(Array.from({ length: 50 }, (_, number) => here.draft(round * 50 + number)))
    const outcomes = await Promise.all(
      drafts.map((draft, number) =>
        bookPlan((number % 2 === 0 ? here : there).deps, {
          draft,
          days: proposals[number % proposals.length]!.days,
          now: dayOne,
        }).catch(toWaitedTooLong),
      ),
    )
    const booked = outcomes.filter(({ ok }) => ok).length
    expect(booked).toBeGreaterThan(1)
    expect(
      outcomes.filter((outcome) => !outcome.ok && !['days-taken', 'waited-too-long'].includes(outcome.reason)),
    ).toEqual([])
    await expectWhole(db, here.plan.days.length, booked)
    plans += booked
  }
  return plans
}

/** As many plans as were booked, each with all its days; each day has all its slots, and no slot has two. */
export async function expectWhole(db: Database['db'], length: number, booked: number) {
  const days = await db.selectFrom('appointments').selectAll().execute()
  const byPlan = Map.groupBy(days, ({ planId }) => planId)
  expect(byPlan.size).toBe(booked)
  for (const [, own] of byPlan)
    expect(own.map(({ planDay }) => planDay).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length }, (_, index) => index + 1),
    )
  expect((await db.selectFrom('plans').select('id').execute()).length).toBe(booked)
  const slots = await db.selectFrom('heldQuanta').selectAll().execute()
  const byHolder = Map.groupBy(slots, ({ holder }) => holder)
  for (const { id, startsAt, endsAt, assistants } of days) {
    // A buffer of 15 minutes, for each person and the room.
    const each = (endsAt - startsAt + 15 * 60_000) / 300_000
    expect(byHolder.get(`appointment:${id}`)?.length).toBe(each * (2 + (assistants?.split(' ').length ?? 0)))
  }
  expect(byHolder.size).toBe(days.length)
  for (const one of days)
    for (const other of days)
      if (one.id < other.id && one.startsAt < other.endsAt && other.startsAt < one.endsAt) {
        expect(one.person).not.toBe(other.person)
        expect(one.room).not.toBe(other.room)
      }
}

/** Keeps people or rooms from midnight of a day, for all of it or until a time. */
export async function blockTime(database: Database, resources: Resource[], day: string, until?: string) {
  const from = at(`${day}T00:00`)
  const end = until ? at(until) : from + 24 * 3_600_000
  await database.transaction((tx) => blockRemaining({ database, tx }, `block:${day}`, resources, { from, until: end }))
}

/** Makes appointments the days of a plan, in the order of their ids here; returns the plan's id. */
export async function makePlan(db: Db, appointmentIds: readonly string[], title = 'Panchakarma, 7 days') {
  const id = randomUUID()
  await db.insertInto('plans').values({ id, templateId: 'panchakarma-7-days', title, bookedAt: Date.now() }).execute()
  for (const [index, appointmentId] of appointmentIds.entries())
    await db
      .updateTable('appointments')
      .set({ planId: id, planDay: index + 1 })
      .where('id', '=', appointmentId)
      .execute()
  return id
}
