import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { activeStates } from './appointment.ts'
import { type BusyInterval, slotRange, slotsOf, type Interval } from './busy.ts'
import { holdsTime } from './appointments.server.ts'
import type { Resource } from './service-needs.ts'

export type Holder = Tables['holds']['holder']

/**
 * Reserves slots of people and rooms. The primary key of held_quanta prevents double booking: of two transactions that
 * insert the same slot one fails, is retried, and then finds the slot taken.
 */
export async function reserveSlots(tx: Tx, holder: Holder, resources: readonly Resource[], { from, until }: Interval) {
  // Sorted, so that two transactions do not deadlock.
  const sorted = [...resources].sort()
  await tx
    .insertInto('heldQuanta')
    .values(sorted.flatMap((resource) => slotsOf({ from, until }).map((quantum) => ({ resource, quantum, holder }))))
    .execute()
  await tx
    .insertInto('holds')
    .values(sorted.map((resource) => ({ holder, resource, fromAt: from, untilAt: until })))
    .execute()
}

type Deps = { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx }

/**
 * Releases the holder's slots. Those within another block, or a squeezed-in appointment, are reserved for that one.
 * Returns the intervals that were released.
 */
export async function releaseSlots({ database, tx }: Deps, holder: Holder): Promise<BusyInterval[]> {
  await lockHolds({ database, tx })
  await tx.deleteFrom('heldQuanta').where('holder', '=', holder).execute()
  const released = await tx
    .deleteFrom('holds')
    .where('holder', '=', holder)
    .returning(['resource', 'fromAt as from', 'untilAt as until'])
    .execute()
  await handOver(tx, released)
  return released
}

/** Slots of one holder become another's, at no moment free. */
export async function transferSlots(tx: Tx, from: Holder, to: Holder) {
  await tx.updateTable('heldQuanta').set({ holder: to }).where('holder', '=', from).execute()
  await tx.updateTable('holds').set({ holder: to }).where('holder', '=', from).execute()
}

/** Reserves what was released for whoever else wants to keep it. */
async function handOver(tx: Tx, released: readonly BusyInterval[]) {
  if (released.length === 0) return
  const within = {
    from: Math.min(...released.map(({ from }) => from)),
    until: Math.max(...released.map(({ until }) => until)),
  }
  const resources = [...new Set(released.map(({ resource }) => resource))]
  for (const other of await heldWithin(tx, resources, within)) {
    for (const { resource, from, until } of released) {
      const freed = { from: Math.max(from, other.from), until: Math.min(until, other.until) }
      if (resource === other.resource && freed.from < freed.until)
        await reserveFreeSlots(tx, other.holder, resource, freed)
    }
  }
}

/** Reserves what is still free in an interval, for a block or a squeezed-in appointment: existing appointments stay. */
export async function blockRemaining(
  { database, tx }: Deps,
  holder: Holder,
  resources: readonly Resource[],
  interval: Interval,
) {
  await lockHolds({ database, tx })
  for (const resource of [...resources].sort()) {
    await reserveFreeSlots(tx, holder, resource, interval)
    await tx.insertInto('holds').values({ holder, resource, fromAt: interval.from, untilAt: interval.until }).execute()
  }
}

/** Makes these intervals all that a holder keeps of a resource, and returns whether any are other than before. */
export async function replaceBlocked(
  { database, tx }: Deps,
  holder: Holder,
  resource: Resource,
  intervals: readonly Interval[],
): Promise<boolean> {
  await lockHolds({ database, tx })
  const before = await tx
    .selectFrom('holds')
    .select(['resource', 'fromAt as from', 'untilAt as until'])
    .where('holder', '=', holder)
    .execute()
  const key = ({ from, until }: Interval) => `${from} ${until}`
  const [old, wanted] = [new Set(before.map(key)), new Set(intervals.map(key))]
  const gone = before.filter((interval) => !wanted.has(key(interval)))
  const added = intervals.filter((interval) => !old.has(key(interval)))
  for (const interval of gone) {
    const { first, count } = slotRange(interval)
    await tx
      .deleteFrom('holds')
      .where('holder', '=', holder)
      .where('resource', '=', resource)
      .where('fromAt', '=', interval.from)
      .execute()
    await tx
      .deleteFrom('heldQuanta')
      .where('holder', '=', holder)
      .where('resource', '=', resource)
      .where('quantum', '>=', first)
      .where('quantum', '<', first + count)
      .execute()
  }
  // Also what this holder itself keeps of a slot in which another of its intervals ends.
  await handOver(tx, gone)
  for (const interval of added) await blockRemaining({ database, tx }, holder, [resource], interval)
  return gone.length > 0 || added.length > 0
}

/**
 * Without this lock, slots released while another transaction blocks the time around them would stay free. All changes of
 * the waitlist take it first, since they may release slots.
 */
export const lockHolds = ({ database, tx }: Deps) => database.takeAdvisoryLock(tx, 'kept time')

/** Reserves only the slots in this interval that are still free. The database counts: a month has 8,640 slots. */
async function reserveFreeSlots(tx: Tx, holder: Holder, resource: Resource, interval: Interval) {
  const { first, count } = slotRange(interval)
  await sql`
    with recursive wished (quantum) as (
      select cast(${first} as bigint) union all select quantum + 1 from wished where quantum + 1 < ${first + count}
    )
    insert into held_quanta (resource, quantum, holder)
    select cast(${resource} as text), quantum, cast(${holder} as text) from wished where true
    on conflict (resource, quantum) do nothing
  `.execute(tx)
}

export const heldWithin = async (db: Db, resources: readonly Resource[], interval: Interval, except?: Holder) =>
  db
    .selectFrom('holds')
    .where('resource', 'in', resources)
    .where('untilAt', '>', interval.from)
    .where('fromAt', '<', interval.until)
    .$if(except !== undefined, (query) => query.where('holder', '!=', except!))
    .select(['holder', 'resource', 'fromAt as from', 'untilAt as until'])
    .execute()

/** How many appointments each person has in an interval. */
export async function countAppointments(db: Db, { from, until }: Interval) {
  const rows = await db
    .selectFrom('appointments')
    .select(['person', sql<number>`count(*)`.as('appointments')])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where('state', 'in', [...activeStates, 'completed', 'no-show'])
    .where(holdsTime)
    .groupBy('person')
    .execute()
  return new Map(rows.map(({ person, appointments }) => [person, Number(appointments)]))
}
