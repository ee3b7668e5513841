import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import {
  type Busy,
  type BusyStretch,
  createBusy,
  quantaIn,
  quantaOf,
  quantumMs,
  type Stretch,
  type TakenQuanta,
} from './busy.ts'
import type { Resource } from './plan.ts'

export type Holder = `appointment:${string}` | `block:${string}`

/**
 * Holds persons and rooms for a stretch of time. That nobody is in two places is the primary key of held_quanta: of two
 * transactions that want the same five minutes one fails, is run again, and then finds them taken.
 */
export async function hold(tx: Tx, holder: Holder, resources: readonly Resource[], { from, until }: Stretch) {
  // In one order for everybody: two that want the same wait for each other instead of locking each other out.
  const sorted = [...resources].sort()
  await tx
    .insertInto('held_quanta')
    .values(sorted.flatMap((resource) => quantaOf({ from, until }).map((quantum) => ({ resource, quantum, holder }))))
    .execute()
  await tx
    .insertInto('holds')
    .values(sorted.map((resource) => ({ holder, resource, from_at: from, until_at: until })))
    .execute()
}

type Deps = { database: Pick<Database, 'takeTurn'>; tx: Tx }

/** What lay within time that the clinic keeps for itself, or within an appointment squeezed in, falls to that. */
export async function letGo({ database, tx }: Deps, holder: Holder) {
  await oneAtATime({ database, tx })
  await tx.deleteFrom('held_quanta').where('holder', '=', holder).execute()
  const given = await tx
    .deleteFrom('holds')
    .where('holder', '=', holder)
    .returning(['resource', 'from_at as from', 'until_at as until'])
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
      if (resource === kept.resource && fallen.from < fallen.until) await holdFree(tx, kept.holder, resource, fallen)
    }
  }
}

/** Holds time around what is held already, for the clinic itself or for who is squeezed in: only later visits are kept out. */
export async function holdTheRest(
  { database, tx }: Deps,
  holder: Holder,
  resources: readonly Resource[],
  stretch: Stretch,
) {
  await oneAtATime({ database, tx })
  for (const resource of [...resources].sort()) {
    await holdFree(tx, holder, resource, stretch)
    const parts = inParts(stretch).map(({ from, until }) => ({ holder, resource, from_at: from, until_at: until }))
    await tx.insertInto('holds').values(parts).execute()
  }
}

/** What one lets go while another keeps the time around it would fall to nobody: neither sees what the other does. */
const oneAtATime = ({ database, tx }: Deps) => database.takeTurn(tx, 'kept time')

/** As much of a stretch as nobody holds. The database counts: a month has 8,640 times five minutes. */
async function holdFree(tx: Tx, holder: Holder, resource: Resource, stretch: Stretch) {
  const { first, count } = quantaIn(stretch)
  await sql`
    with recursive wished (quantum) as (
      select cast(${first} as bigint) union all select quantum + 1 from wished where quantum + 1 < ${first + count}
    )
    insert into held_quanta (resource, quantum, holder)
    select cast(${resource} as text), quantum, cast(${holder} as text) from wished where true
    on conflict (resource, quantum) do nothing
  `.execute(tx)
}

const inParts = ({ from, until }: Stretch): Stretch[] => {
  const parts: Stretch[] = []
  for (let at = from; at < until; at += dayMs) parts.push({ from: at, until: Math.min(at + dayMs, until) })
  return parts
}

const dayMs = 24 * 3_600_000

export type Held = BusyStretch & { holder: Holder }

/** Who holds what of these within a stretch, but for what `except` holds. */
export async function heldWithin(
  db: Db,
  resources: readonly Resource[],
  stretch: Stretch,
  except?: Holder,
): Promise<Held[]> {
  if (resources.length === 0) return []
  const rows = await holdsWithin(db, resources, stretch, except)
    .select(['holder', 'resource', 'from_at', 'until_at'])
    .execute()
  return rows.map(({ holder, resource, from_at, until_at }) => ({
    holder: holder as Holder,
    resource: resource as Resource,
    from: from_at,
    until: until_at,
  }))
}

/**
 * When they are busy within a stretch, but for what `except` holds. Of each of them one row with a long text, since of
 * some thousand rows each would cost ten times what is in it.
 */
export async function busyWithin(
  db: Db,
  resources: readonly Resource[],
  stretch: Stretch,
  except?: Holder,
): Promise<Busy> {
  if (resources.length === 0) return createBusy(stretch, [])
  const { first: start } = quantaIn(stretch)
  const [unit, shift] = [sql.lit(quantumMs), sql.lit(mostQuanta - 1)]
  // SQLite takes a number that is handed to it for one with a fraction.
  const begin = sql`cast(${start} as integer)`
  // 1,024 times the first quantum, counted from the start, and how many there are from it to the end.
  const both = sql`(from_at / ${unit} - ${begin}) * ${shift} + (until_at + ${unit} - 1) / ${unit} - ${begin}`
  // One by one: PostgreSQL otherwise sorts out all rows by their resource's name, which takes as long again.
  const wanted = sql.join(resources.map((resource) => sql`(cast(${resource} as text))`))
  const { rows } = await sql<{ resource: Resource; packed: string | null }>`
    with wanted (resource) as (values ${wanted})
    select wanted.resource, (
      select string_agg(cast(${both} as text), ',') from holds
      where holds.resource = wanted.resource and ${during(stretch, except)}
    ) as packed
    from wanted`.execute(db)
  return createBusy(stretch, unpacked(rows, start))
}

/** First quantum and number of quanta of a hold in one number. */
const mostQuanta = 1_024

const [zero, comma, minus] = ['0', ',', '-'].map((sign) => sign.charCodeAt(0)) as [number, number, number]

/** Read sign by sign: taking a text of thousands of numbers to pieces first takes twice as long. */
function* unpacked(rows: { resource: Resource; packed: string | null }[], start: number): Generator<TakenQuanta> {
  for (const { resource, packed } of rows) {
    if (packed === null) continue
    let number = 0
    let factor = 1
    for (let at = 0; at <= packed.length; at += 1) {
      const sign = at === packed.length ? comma : packed.charCodeAt(at)
      if (sign === comma) {
        const both = number * factor
        const first = Math.floor(both / mostQuanta)
        yield { resource, first: start + first, count: both - first * mostQuanta }
        number = 0
        factor = 1
      } else if (sign === minus) factor = -1
      else number = number * 10 + sign - zero
    }
  }
}

const holdsWithin = (db: Db, resources: readonly Resource[], stretch: Stretch, except?: Holder) =>
  db.selectFrom('holds').where('resource', 'in', resources).where(during(stretch, except))

function during({ from, until }: Stretch, except?: Holder) {
  const within = sql<boolean>`until_at > ${from} and until_at <= ${until + longestHoldMs} and from_at < ${until}`
  return except ? sql<boolean>`${within} and holder != ${except}` : within
}

/** A longer block is held a day at a time, so that looking for what is held need not look far. */
const longestHoldMs = 25 * 3_600_000

/** How many visits each of them has on a day, for a fair share. */
export async function visitsOf(db: Db, people: readonly Resource[], { from, until }: Stretch) {
  const rows = await db
    .selectFrom('appointments')
    .select(['person', sql<number>`count(*)`.as('visits')])
    .where('person', 'in', people)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .where('state', 'in', ['requested', 'confirmed', 'completed', 'no-show'])
    .groupBy('person')
    .execute()
  return new Map(rows.map(({ person, visits }) => [person, Number(visits)]))
}
