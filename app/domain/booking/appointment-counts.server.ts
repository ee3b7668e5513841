import { sql } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import type { Interval } from './busy.ts'

// How many appointments, for the page Insights: no query here returns anything about a patient.

/** Booked, and not canceled: the time was kept for the patient. */
const heldStates = ['confirmed', 'completed', 'no-show'] as const

export const isHeld = ({ state }: { state: Tables['appointments']['state'] }) =>
  heldStates.some((held) => held === state)

const within = (db: Db, { from, until }: Interval) =>
  db.selectFrom('appointments').where('startsAt', '>=', from).where('startsAt', '<', until)

export type AppointmentCount = Interval & {
  state: Tables['appointments']['state']
  /** Canceled by the patient when it was too late to move it. */
  cancelledLate: boolean
  count: number
}

/** Appointments that begin within an interval, by their time and state. */
export async function countAppointments(db: Db, interval: Interval): Promise<AppointmentCount[]> {
  const columns = ['startsAt', 'endsAt', 'state', 'cancelledLate'] as const
  const rows = await within(db, interval)
    .select([...columns, ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(columns)
    .execute()
  return rows.map(({ startsAt, endsAt, cancelledLate, count, state }) => ({
    from: startsAt,
    until: endsAt,
    state,
    cancelledLate: cancelledLate === 1,
    count: Number(count),
  }))
}

export async function countHeldAppointments(db: Db, interval: Interval) {
  const { count } = await within(db, interval)
    .where('state', 'in', heldStates)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many of the held appointments were booked how many whole days (of 24 hours) ahead; 0 if noted afterward. */
export async function countByDaysAhead(db: Db, interval: Interval): Promise<{ days: number; count: number }[]> {
  const held = within(db, interval)
    .where('state', 'in', heldStates)
    .select(sql<number>`case when booked_at > starts_at then 0 else (starts_at - booked_at) / 86400000 end`.as('days'))
  const rows = await db
    .selectFrom(held.as('held'))
    .select(['days', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('days')
    .execute()
  return rows.map(({ days, count }) => ({ days: Number(days), count: Number(count) }))
}

/**
 * How many of the held appointments were the first one of a patient. Patients are told apart by email address and phone,
 * as everywhere (`isOfPerson`). Looking up each appointment's earlier ones would take seconds over a year, so all first
 * ones by email address are read in the order of the index, and only these are looked up by phone.
 */
export async function countFirstAppointments(db: Db, { from, until }: Interval) {
  const held = sql`state in (${sql.join(heldStates)})`
  const isNewPhone = sql`(visit.phone_digits = '' or not exists (
    select 1 from appointments as earlier
    where earlier.phone_digits = visit.phone_digits and earlier.starts_at < visit.starts_at and earlier.${held}))`
  const counts = await sql<{ count: number }>`
    select count(*) as count
    from (
      select email, min(starts_at) as first_at from appointments where email <> '' and ${held} group by email
      having min(starts_at) >= ${from} and min(starts_at) < ${until}
    ) as patient
    join appointments as visit on visit.email = patient.email and visit.starts_at = patient.first_at
    where visit.${held} and ${isNewPhone}
    union all
    select count(*) as count from appointments as visit
    where visit.email = '' and visit.phone_digits <> '' and visit.starts_at >= ${from} and visit.starts_at < ${until}
      and visit.${held} and ${isNewPhone}`.execute(db)
  return counts.rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** Held appointments whose patient is not known any more, since the data was erased. */
export async function countErasedAppointments(db: Db, interval: Interval) {
  const { count } = await within(db, interval)
    .where('email', '=', '')
    .where('phoneDigits', '=', '')
    .where('state', 'in', heldStates)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When the clinic had blocked its practitioners' time. */
export const listBlockedTimes = (db: Db, { from, until }: Interval) =>
  db
    .selectFrom('holds')
    .select(['resource', 'fromAt as from', 'untilAt as until'])
    .where('untilAt', '>', from)
    .where('fromAt', '<', until)
    .where('holder', 'like', 'block:%')
    .execute()
