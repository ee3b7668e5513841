import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { acceptedStates, activeStates, type Appointment, splitUpcoming } from './appointment.ts'
import type { Interval } from './busy.ts'

/** The caller must have checked that the visitor may see it. */
export const findAppointment = (db: Db, id: string) => find(select(db).where('id', '=', id))

/** For staff; one out of scope is like one that does not exist. */
export const findAppointmentFor = (db: Db, scope: Scope, id: string) =>
  find(within(select(db), scope).where('id', '=', id))

export const findAppointmentOfDraft = (db: Db, draftId: string) => find(select(db).where('draftId', '=', draftId))

const select = (db: Db) => db.selectFrom('appointments').selectAll()

type Row = Selectable<Tables['appointments']>
type Query = SelectQueryBuilder<Tables, 'appointments', Row>

const within = (query: Query, scope: Scope) => query.where(isRowInScope(scope, 'person'))

async function find(query: Query): Promise<Appointment | undefined> {
  const row = await query.executeTakeFirst()
  return row && fromRow(row)
}

const list = async (query: Query): Promise<Appointment[]> => (await query.execute()).map(fromRow)

function fromRow(row: Row): Appointment {
  const { health, healthKept, cancelledLate, newEmail, newEmailUntil = 0, assistants, ...known } = withoutNulls(row)
  const { network, addressProved, ...others } = known
  return {
    ...others,
    newEmail: newEmail === undefined ? undefined : { address: newEmail, until: newEmailUntil },
    assistants: (assistants?.split(' ') ?? []) as Row['person'][],
    cancelledLate: cancelledLate === 1,
    hasHealth: health !== undefined,
    healthKept: healthKept === 1,
    isUnconfirmed: network !== undefined,
    isAddressProved: addressProved === undefined ? undefined : addressProved === 1,
  }
}

export const updateAppointment = (tx: Tx, id: string, values: Updateable<Tables['appointments']>) =>
  tx.updateTable('appointments').set(values).where('id', '=', id).execute()

export const listAppointmentsById = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : list(select(db).where('id', 'in', ids).orderBy('startsAt'))

/** The days of a plan, in its order. */
export const listAppointmentsOfPlan = (db: Db, planId: string) =>
  list(select(db).where('planId', '=', planId).orderBy('planDay'))

/** The latest first. The caller must have checked that the address belongs to the visitor. */
export const listAppointmentsByEmail = (
  db: Db,
  email: string,
  { endedAfter = 0, most }: { endedAfter?: number; most: number },
) =>
  list(select(db).where('email', '=', email).where('endsAt', '>', endedAfter).orderBy('startsAt', 'desc').limit(most))

/** The appointments of a patient's records, the latest first. */
export const listAppointmentsOfRecords = (db: Db, scope: Scope, recordIds: readonly string[]) =>
  list(within(select(db), scope).where('patientId', 'in', recordIds).orderBy('startsAt', 'desc').orderBy('id'))

/** The days of several plans, the soonest first. */
export const listDaysOfPlans = async (db: Db, planIds: readonly string[]) =>
  planIds.length === 0 ? [] : list(select(db).where('planId', 'in', planIds).orderBy('startsAt').orderBy('id'))

/** A person's appointments, the latest first. */
export const listAppointmentsOf = (db: Db, person: Person) =>
  list(select(db).where(isOfPerson(person)).orderBy('startsAt', 'desc'))

export const isOfPerson =
  ({ email, phoneDigits }: Person) =>
  (row: ExpressionBuilder<Tables, 'appointments'>) =>
    row.or([
      ...(email ? [row('email', '=', email)] : []),
      ...(phoneDigits ? [row('phoneDigits', '=', phoneDigits)] : []),
    ])

/**
 * An account sees the appointments of its address once it has verified it: anybody can type an address when signing up. One
 * of somebody who works here is no patient's, whatever address an appointment has.
 */
export const listPatientAppointments = async (
  { db }: Pick<Database, 'db'>,
  { email, isVerified, access }: { email: string; isVerified: boolean; access: object | undefined },
  now: number,
) =>
  splitUpcoming(isVerified && access === undefined ? await listAppointmentsByEmail(db, email, { most: 50 }) : [], now)

/** For a query: without requests that hold no time. */
export const holdsTime = (row: ExpressionBuilder<Tables, 'appointments'>) =>
  row.or([row('heldBack', 'is', null), row('state', '!=', 'requested')])

/** When the appointments within an interval begin; without `state`, those that are neither canceled nor declined. */
export async function listStarts(
  db: Db,
  { from, until }: Interval,
  {
    scope,
    person,
    room,
    state,
  }: {
    scope: Scope
    person?: Row['person'] | undefined
    room?: Row['room']
    state?: Row['state'] | undefined
  },
) {
  const rows = await db
    .selectFrom('appointments')
    .select('startsAt')
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where(isRowInScope(scope, 'person'))
    .where(holdsTime)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(state === undefined, (query) => query.where('state', 'not in', ['cancelled', 'declined']))
    .$if(person !== undefined, (query) => query.where('person', '=', person!))
    .$if(room !== undefined, (query) => query.where('room', '=', room!))
    .execute()
  return rows.map(({ startsAt }) => startsAt)
}

/** All that begin within an interval, also canceled ones but no requests without a time, the soonest first. */
export const listAppointments = (db: Db, scope: Scope, { from, until }: Interval) =>
  list(
    within(select(db), scope)
      .where('startsAt', '>=', from)
      .where('startsAt', '<', until)
      .where(holdsTime)
      .orderBy('startsAt')
      .orderBy('id'),
  )

/** Appointments with these people that have not begun, the soonest first. */
export const listUpcomingWith = (db: Db, people: readonly Row['person'][], now: number) =>
  list(
    select(db)
      .where('state', 'in', activeStates)
      .where('startsAt', '>', now)
      .where('person', 'in', people)
      .where(holdsTime)
      .orderBy('startsAt')
      .orderBy('id'),
  )

/**
 * Unanswered requests, the soonest first; also those of the last 30 days that were not answered in time. One that waits for
 * its payment asks nothing of the clinic.
 */
export const listRequests = (db: Db, scope: Scope, now: number) => list(selectRequests(db, scope, now).where(holdsTime))

/** The same of those that hold no time. */
export const listHeldBack = (db: Db, scope: Scope, now: number) =>
  list(selectRequests(db, scope, now).where('heldBack', 'is not', null))

const selectRequests = (db: Db, scope: Scope, now: number) =>
  within(select(db), scope)
    .where('state', '=', 'requested')
    .where('payBy', 'is', null)
    .where('startsAt', '>', now - 30 * 86_400_000)
    .orderBy('startsAt')
    .orderBy('id')

/**
 * Upcoming bookings whose time nobody confirmed, from networks that also made some without a time, or of the hour around
 * one: those of a flood. The soonest first.
 */
export const listOfFlood = (db: Db, scope: Scope, now: number) =>
  list(
    within(select(db), scope)
      .where('network', 'is not', null)
      .where('startsAt', '>', now)
      .where('state', 'in', ['requested', 'confirmed'])
      .where('payBy', 'is', null)
      .where('paidWith', 'is', null)
      .where(holdsTime)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('appointments as back')
            .select('back.id')
            .where('back.heldBack', 'is not', null)
            .where('back.state', '=', 'requested')
            .where('back.startsAt', '>', now)
            .where((back) =>
              back.or([
                back('back.network', '=', back.ref('appointments.network')),
                back.and([
                  back('back.heldBack', '=', 'hour'),
                  sql<boolean>`abs(back.booked_at - appointments.booked_at) < 3600000`,
                ]),
              ]),
            ),
        ),
      )
      .orderBy('startsAt')
      .orderBy('id'),
  )

/** By then a flood is over. */
const networkLifeMs = 7 * 86_400_000

export const forgetNetworks = ({ database: { db } }: { database: Pick<Database, 'db'> }, now: number) =>
  db
    .updateTable('appointments')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('bookedAt', '<', now - networkLifeMs)
    .execute()

/** Appointments without an outcome that began before a moment, the oldest first, without those of erased patients. */
export async function findWithoutOutcome(db: Db, scope: Scope, { before, most }: { before: number; most: number }) {
  const past = within(select(db), scope)
    .where('state', 'in', acceptedStates)
    .where('startsAt', '<', before)
    .where('name', '<>', '')
  const [appointments, { count }] = await Promise.all([
    list(past.orderBy('startsAt').orderBy('id').limit(most)),
    past
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { appointments, count: Number(count) }
}
