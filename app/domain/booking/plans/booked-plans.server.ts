import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import { activeStates, type Appointment, type AppointmentState } from '#app/domain/booking/appointment.ts'
import { listDaysOfPlans } from '#app/domain/booking/appointments.server.ts'
import { type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { isInScope, type Scope } from '#app/domain/shared/scope.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { type BookedPlan, numberDays, type PlanFilter } from './booked-plan.ts'
import { toProgress } from './plan-days.ts'

const pageSize = 25

/** The latest booked first. */
export async function listPlans(
  db: Db,
  scope: Scope,
  { filter, now }: { filter: PlanFilter | undefined; now: number },
  place: PagePlace = {},
) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    (reading) =>
      db
        .selectFrom('plans')
        .selectAll()
        .where(isWithin(scope))
        .$if(filter !== undefined, (query) => query.where(matches(filter!)))
        .$call((all) => byTime(all, 'bookedAt', reading))
        .execute(),
    ({ bookedAt: at, id }) => ({ at, id }),
  )
  return { plans: await withDays(db, scope, rows, now), ...around }
}

export async function countPlans(db: Db, scope: Scope): Promise<Record<PlanFilter, number>> {
  const count = async (filter: PlanFilter) => {
    const row = await db
      .selectFrom('plans')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isWithin(scope))
      .where(matches(filter))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  return { current: await count('current'), attention: await count('attention'), ended: await count('ended') }
}

export async function findBookedPlan(db: Db, scope: Scope, id: string, now: number): Promise<BookedPlan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).where(isWithin(scope)).executeTakeFirst()
  return row && (await withDays(db, scope, [row], now))[0]
}

/** The plans of which these are days, by their ids. */
export async function findPlansOf(db: Db, scope: Scope, days: readonly Pick<Appointment, 'planId'>[], now: number) {
  const ids = [...new Set(days.flatMap(({ planId }) => planId ?? []))]
  if (ids.length === 0) return new Map<string, BookedPlan>()
  const rows = await db.selectFrom('plans').selectAll().where('id', 'in', ids).execute()
  return new Map((await withDays(db, scope, rows, now)).map((plan) => [plan.id, plan]))
}

async function withDays(db: Db, scope: Scope, rows: Selectable<Tables['plans']>[], now: number): Promise<BookedPlan[]> {
  const byPlan = Map.groupBy(
    await listDaysOfPlans(
      db,
      rows.map(({ id }) => id),
    ),
    ({ planId }) => planId,
  )
  return rows.map((row) => {
    const days = numberDays(byPlan.get(row.id) ?? [])
    return {
      ...withoutNulls(row),
      days: days.filter((day) => isInScope(scope, day)),
      progress: toProgress(days, now),
    }
  })
}

type Where = ExpressionBuilder<Tables, 'plans'>

const hasDay = (where: Where, states: readonly AppointmentState[]) =>
  where.exists(
    where
      .selectFrom('appointments')
      .select('appointments.id')
      .whereRef('appointments.planId', '=', 'plans.id')
      .where('appointments.state', 'in', states),
  )

/** A plan whose patient was erased has no days. */
const isWithin = (scope: Scope) => (where: Where) =>
  where.exists(
    where
      .selectFrom('appointments')
      .select('appointments.id')
      .whereRef('appointments.planId', '=', 'plans.id')
      .where(isRowInScope(scope, 'appointments.person')),
  )

/** As `needsAttention` has it. */
const matches = (filter: PlanFilter) => (where: Where) => {
  const isCurrent = hasDay(where, activeStates)
  if (filter === 'ended') return where.not(isCurrent)
  return filter === 'current' ? isCurrent : where.and([isCurrent, hasDay(where, missedStates)])
}

const missedStates = ['cancelled', 'declined', 'no-show'] as const
