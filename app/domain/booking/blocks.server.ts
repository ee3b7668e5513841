import { randomUUID } from 'node:crypto'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { listAppointmentsById } from './appointments.server.ts'
import type { Appointment } from './appointment.ts'
import type { BookingContent } from './booking-schema.ts'
import type { Interval } from './busy.ts'
import { heldWithin, blockRemaining, releaseSlots } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import { toResourceNames, type Resource } from './plan.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'pages' | 'booking'>

export type Block = { id: string; from: number; until: number; note: string | undefined; resources: Resource[] }

export type Blocked =
  | { ok: true; id: string }
  /** These visits lie in it. They stay unless somebody moves or cancels them; asked again with `anyway`, the rest is kept. */
  | { ok: false; reason: 'visits'; visits: Appointment[] }

/** Keeps time for the clinic: an absence, a meeting, a room that is being painted. Nobody is offered it from now on. */
export async function blockTime(
  { database, vault, pages, booking }: Deps,
  actor: Actor,
  {
    resources,
    note,
    anyway,
    ...stretch
  }: Interval & { resources: Resource[]; note?: string | undefined; anyway: boolean },
): Promise<Blocked> {
  return database.transaction(async (tx) => {
    const inTheWay = async () => (anyway ? [] : visitsWithin(tx, resources, stretch))
    const before = await inTheWay()
    if (before.length > 0) return { ok: false, reason: 'visits', visits: before }
    const id = randomUUID()
    await tx
      .insertInto('blocks')
      .values({ id, fromAt: stretch.from, untilAt: stretch.until, note: note ?? null })
      .execute()
    await blockRemaining({ database, tx }, `block:${id}`, resources, stretch)
    // Who booked since the look was waited for by the rows above, and shows now.
    const meanwhile = await inTheWay()
    if (meanwhile.length > 0) {
      await eraseBlock({ database, tx }, id)
      return { ok: false, reason: 'visits', visits: meanwhile }
    }
    await pages.purge(tx, 'booking')
    const detail = inWords(booking, { ...stretch, resources })
    await recordAct({ tx, vault }, actor, { act: 'block.added', record: `block:${id}`, detail })
    return { ok: true, id }
  })
}

/** Gives kept time back. Of two that overlapped the other goes on. */
export async function removeBlock({ database, vault, pages, booking }: Deps, actor: Actor, id: string) {
  await database.transaction(async (tx) => {
    const erased = await eraseBlock({ database, tx }, id)
    if (!erased) return
    await pages.purge(tx, 'booking')
    const detail = inWords(booking, erased)
    await recordAct({ tx, vault }, actor, { act: 'block.removed', record: `block:${id}`, detail })
  })
}

/** In the audit trail: when, and who and what of the clinic; the note may name somebody. */
function inWords(booking: BookingContent, { from, until, resources }: Interval & { resources: readonly Resource[] }) {
  const when = [from, until].map((at) => formatClinicMoment(at, clinicTimeZone)).join(' to ')
  return [when, ...toResourceNames(booking, resources)].join(', ')
}

/** When it was and whom and what it kept, if it was there. */
async function eraseBlock({ database, tx }: Pick<Deps, 'database'> & { tx: Tx }, id: string) {
  const removed = await tx.deleteFrom('blocks').where('id', '=', id).returning(['fromAt', 'untilAt']).executeTakeFirst()
  if (!removed) return undefined
  const resources = await resourcesOf(tx, [id])
  await releaseSlots({ database, tx }, `block:${id}`)
  return { from: removed.fromAt, until: removed.untilAt, resources: resources.map(({ resource }) => resource) }
}

/** The time that is kept within a stretch, in its order. */
export async function findBlocks(db: Db, stretch: Interval): Promise<Block[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('untilAt', '>', stretch.from)
    .where('fromAt', '<', stretch.until)
    .orderBy('fromAt')
    .execute()
  if (rows.length === 0) return []
  const holds = await resourcesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, fromAt: from, untilAt: until, note }) => ({
    id,
    from,
    until,
    note: note ?? undefined,
    resources: holds.flatMap(({ holder, resource }) => (holder === `block:${id}` ? [resource] : [])),
  }))
}

/** Whom and what blocks keep, in the order of their ids. */
async function resourcesOf(db: Db, blocks: string[]) {
  const rows = await db
    .selectFrom('holds')
    .select(['holder', 'resource'])
    .distinct()
    .where(
      'holder',
      'in',
      blocks.map((id) => `block:${id}`),
    )
    .orderBy('resource')
    .execute()
  return rows.map(({ holder, resource }) => ({ holder, resource: resource as Resource }))
}

async function visitsWithin(tx: Tx, resources: readonly Resource[], stretch: Interval) {
  const held = await heldWithin(tx, resources, stretch)
  const ids = new Set(held.flatMap(({ holder }) => (holder.startsWith('appointment:') ? [holder.slice(12)] : [])))
  return ids.size === 0 ? [] : listAppointmentsById(tx, [...ids])
}
