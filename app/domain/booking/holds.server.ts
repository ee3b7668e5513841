import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Busy, type BusyInterval, createBusy, slotRange, slotsOf, type Interval } from './busy.ts'
import type { Resource } from './plan.ts'

export type Holder = `appointment:${string}` | `block:${string}`

/**
 * Reserves the slots of people and rooms in an interval. The primary key of held_quanta keeps anyone from being in two
 * places: of two transactions that want the same slot one fails, runs again, and then finds it taken.
 */
export async function reserveSlots(tx: Tx, holder: Holder, resources: readonly Resource[], { from, until }: Interval) {
  // In one order for everybody: two that want the same wait for each other instead of locking each other out.
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

/** Releases the holder's slots. Those inside a block, or inside an appointment squeezed in, go to that one. */
export async function releaseSlots({ database, tx }: Deps, holder: Holder) {
  await oneAtATime({ database, tx })
  await tx.deleteFrom('heldQuanta').where('holder', '=', holder).execute()
  const given = await tx
    .deleteFrom('holds')
    .where('holder', '=', holder)
    .returning(['resource', 'fromAt as from', 'untilAt as until'])
    .execute()
  if (given.length === 0) return
  const within = {
    from: Math.min(...given.map(({ from }) => from)),
    until: Math.max(...given.map(({ until }) => until)),
  }
  const resources = [...new Set(given.map(({ resource }) => resource as Resource))]
  for (const kept of await heldWithin(tx, resources, within)) {
    for (const { resource, from, until } of given) {
      const fallen = { from: Math.max(from, kept.from), until: Math.min(until, kept.until) }
      if (resource === kept.resource && fallen.from < fallen.until)
        await reserveFreeSlots(tx, kept.holder, resource, fallen)
    }
  }
}

/** Reserves the free time around existing appointments, for a block or an appointment squeezed in: it keeps later appointments out. */
export async function blockRemaining(
  { database, tx }: Deps,
  holder: Holder,
  resources: readonly Resource[],
  interval: Interval,
) {
  await oneAtATime({ database, tx })
  for (const resource of [...resources].sort()) {
    await reserveFreeSlots(tx, holder, resource, interval)
    const parts = inParts(interval).map(({ from, until }) => ({ holder, resource, fromAt: from, untilAt: until }))
    await tx.insertInto('holds').values(parts).execute()
  }
}

/** Without this lock, slots released while another transaction blocks the time around them would belong to nobody. */
const oneAtATime = ({ database, tx }: Deps) => database.takeAdvisoryLock(tx, 'kept time')

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

const inParts = ({ from, until }: Interval): Interval[] => {
  const parts: Interval[] = []
  for (let at = from; at < until; at += dayMs) parts.push({ from: at, until: Math.min(at + dayMs, until) })
  return parts
}

const dayMs = 24 * 3_600_000

export type Held = BusyInterval & { holder: Holder }

/** What is reserved for these people and rooms within an interval, except by the holder `except`. */
export async function heldWithin(
  db: Db,
  resources: readonly Resource[],
  interval: Interval,
  except?: Holder,
): Promise<Held[]> {
  if (resources.length === 0) return []
  const rows = await db
    .selectFrom('holds')
    .where('resource', 'in', resources)
    .where(during(interval, except))
    .select(['holder', 'resource', 'fromAt', 'untilAt'])
    .execute()
  return rows.map(({ holder, resource, fromAt, untilAt }) => ({
    holder: holder as Holder,
    resource: resource as Resource,
    from: fromAt,
    until: untilAt,
  }))
}

/** When these people and rooms are busy within an interval; the holder `except` does not count. */
export async function busyWithin(
  db: Db,
  resources: readonly Resource[],
  interval: Interval,
  except?: Holder,
): Promise<Busy> {
  return createBusy(interval, await heldWithin(db, resources, interval, except))
}

function during({ from, until }: Interval, except?: Holder) {
  const within = sql<boolean>`until_at > ${from} and until_at <= ${until + longestHoldMs} and from_at < ${until}`
  return except ? sql<boolean>`${within} and holder != ${except}` : within
}

/** A longer block is held a day at a time, so that looking for what is held need not look far. */
const longestHoldMs = 25 * 3_600_000

/** How many visits each of them has on a day, for a fair share. */
export async function countAppointments(db: Db, people: readonly Resource[], { from, until }: Interval) {
  const rows = await db
    .selectFrom('appointments')
    .select(['person', sql<number>`count(*)`.as('visits')])
    .where('person', 'in', people)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where('state', 'in', ['requested', 'confirmed', 'completed', 'no-show'])
    .groupBy('person')
    .execute()
  return new Map(rows.map(({ person, visits }) => [person, Number(visits)]))
}
