import { randomUUID } from 'node:crypto'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { isInScope, type Scope } from '#app/domain/shared/scope.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { listAppointmentsById } from '#app/domain/booking/appointments.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { heldWithin, blockRemaining, releaseSlots } from '#app/domain/booking/holds.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { toResourceNames, type Resource } from '#app/domain/booking/service-needs.ts'
import { withdrawOffers } from '#app/domain/booking/waitlist/offers.server.ts'
import { offerLater } from '#app/domain/booking/waitlist/opened.server.ts'

export type Block = {
  id: string
  from: number
  until: number
  note: string | undefined
  resources: Resource[]
  /** A busy time of a private calendar: it changes there. */
  isBusy?: true
  /** Until when an offer of the waitlist holds it. */
  heldUntil?: number
  /** One of a series. */
  isRepeated?: true
  /** Whether who asked may stretch and remove it. */
  isOwn: boolean
}

export type BlockResult =
  | { ok: true; id: string }
  /** Posted again with `anyway`, the time around these appointments is blocked. */
  | { ok: false; reason: 'overlap'; appointments: Appointment[] }

/** Blocks time of people and rooms: an absence, a meeting, a room that is being painted. */
export async function blockTime(
  deps: BookingDeps,
  actor: ScopedActor,
  {
    resources,
    note,
    anyway,
    now,
    ...interval
  }: Interval & { resources: Resource[]; note?: string | undefined; anyway: boolean; now: number },
): Promise<BlockResult> {
  const { database, vault, pages, booking } = deps
  return database.transaction(async (tx) => {
    const id = await insertBlock({ database, tx }, { ...interval, resources, note: note ?? null })
    // The inserts waited for simultaneous bookings, so these are visible now.
    const appointments = anyway ? [] : await listAppointmentsWithin(tx, resources, interval)
    if (appointments.length > 0) return database.refuse(tx, { ok: false, reason: 'overlap', appointments })
    await withdrawOffers(deps, tx, resources, interval, { by: actor, now })
    await pages.purge(tx, 'booking')
    const detail = blockDetail(booking, { ...interval, resources })
    await recordAct({ tx, vault }, actor, { act: 'block.added', record: `block:${id}`, detail })
    return { ok: true, id }
  })
}

type NewBlock = Interval & { resources: readonly Resource[]; note: string | null; series?: string | null }

/** Existing appointments stay. */
export async function insertBlock(
  { database, tx }: Pick<BookingDeps, 'database'> & { tx: Tx },
  { from, until, resources, note, series = null }: NewBlock,
) {
  const id = randomUUID()
  await tx.insertInto('blocks').values({ id, fromAt: from, untilAt: until, note, series }).execute()
  await blockRemaining({ database, tx }, `block:${id}`, resources, { from, until })
  return id
}

/** A practitioner blocks only her own time, and leaves what is blocked for others too. */
export const areInScope = (scope: Scope, resources: readonly Resource[]) =>
  resources.every((resource) => isInScope(scope, { person: resource }))

/** Releases a block's slots; those of an overlapping block stay blocked. */
export async function removeBlock(deps: BookingDeps, actor: ScopedActor, { id, now }: { id: string; now: number }) {
  const { database, vault, pages, booking } = deps
  await database.transaction(async (tx) => {
    const erased = await eraseBlock({ database, tx }, id)
    if (!erased) return
    if (!areInScope(actor.scope, erased.resources)) return database.refuse(tx, undefined)
    await offerLater(deps, tx, toFreed(erased), now)
    await pages.purge(tx, 'booking')
    const detail = blockDetail(booking, erased)
    await recordAct({ tx, vault }, actor, { act: 'block.removed', record: `block:${id}`, detail })
  })
}

type Stretch = Interval & {
  id: string
  /** As the page showed it. If it was changed since, it stays as it is. */
  was: Interval
  now: number
}

/** Blocks more or less time. Time of appointments that it did not overlap before is not blocked this way. */
export async function stretchBlock(
  deps: BookingDeps,
  actor: ScopedActor,
  { id, was, from, until, now }: Stretch,
): Promise<{ ok: true } | { ok: false; reason: 'overlap' | 'changed-meanwhile' }> {
  const { database, vault, pages, booking } = deps
  return database.transaction(async (tx) => {
    const resources = (await listBlocked(tx, [id])).map(({ resource }) => resource)
    if (!areInScope(actor.scope, resources)) return { ok: false, reason: 'changed-meanwhile' }
    const overlapped = await listAppointmentsWithin(tx, resources, was)
    const { numUpdatedRows } = await tx
      .updateTable('blocks')
      .set({ fromAt: from, untilAt: until })
      .where('id', '=', id)
      .where('fromAt', '=', was.from)
      .where('untilAt', '=', was.until)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { ok: false, reason: 'changed-meanwhile' }
    await releaseSlots({ database, tx }, `block:${id}`)
    await blockRemaining({ database, tx }, `block:${id}`, resources, { from, until })
    // The inserts waited for simultaneous bookings, so these are visible now.
    const overlapping = await listAppointmentsWithin(tx, resources, { from, until })
    if (overlapping.some((appointment) => overlapped.every((other) => other.id !== appointment.id)))
      return database.refuse(tx, { ok: false, reason: 'overlap' })
    await withdrawOffers(deps, tx, resources, { from, until }, { by: actor, now })
    await offerLater(deps, tx, toFreed({ ...was, resources }), now)
    await pages.purge(tx, 'booking')
    const [before, after] = [was, { from, until }].map((interval) => blockDetail(booking, { ...interval, resources }))
    const detail = describeChange(before!, after!)
    await recordAct({ tx, vault }, actor, { act: 'block.changed', record: `block:${id}`, detail })
    return { ok: true }
  })
}

/** For the audit trail, without the note, which may name a person. */
function blockDetail(
  booking: BookingContent,
  { from, until, resources }: Interval & { resources: readonly Resource[] },
) {
  const when = [from, until].map((at) => formatClinicMoment(at, clinicTimeZone)).join(' to ')
  return [when, ...toResourceNames(booking, resources)].join(', ')
}

export async function eraseBlock({ database, tx }: Pick<BookingDeps, 'database'> & { tx: Tx }, id: string) {
  const removed = await tx.deleteFrom('blocks').where('id', '=', id).returning(['fromAt', 'untilAt']).executeTakeFirst()
  if (!removed) return undefined
  const resources = await listBlocked(tx, [id])
  await releaseSlots({ database, tx }, `block:${id}`)
  return { from: removed.fromAt, until: removed.untilAt, resources: resources.map(({ resource }) => resource) }
}

/** What may be open once a block is gone. */
export const toFreed = ({ resources, from, until }: Interval & { resources: readonly Resource[] }) =>
  resources.map((resource) => ({ resource, from, until }))

/** Blocks of an interval; a practitioner's scope has those that block her time. */
export async function findBlocks(db: Db, scope: Scope, { from, until }: Interval): Promise<Block[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('untilAt', '>', from)
    .where('fromAt', '<', until)
    .orderBy('fromAt')
    .execute()
  if (rows.length === 0) return []
  const blocked = await listBlocked(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, fromAt: from, untilAt: until, note, series }) => {
    const resources = blocked.flatMap(({ holder, resource }) => (holder === `block:${id}` ? [resource] : []))
    if (!resources.some((resource) => isInScope(scope, { person: resource }))) return []
    return {
      ...{ id, from, until, note: note ?? undefined, resources },
      ...(series !== null && { isRepeated: true as const }),
      isOwn: areInScope(scope, resources),
    }
  })
}

/** What private calendars say within an interval, as time that nobody unblocks here. */
export async function findBusyTimes(db: Db, scope: Scope, { from, until }: Interval): Promise<Block[]> {
  const rows = await db
    .selectFrom('holds')
    .select(['holder', 'resource', 'fromAt', 'untilAt'])
    .where('holder', 'like', 'calendar:%')
    .where('untilAt', '>', from)
    .where(isRowInScope(scope, 'resource'))
    .where('fromAt', '<', until)
    .orderBy('fromAt')
    .execute()
  return rows.map(({ holder, resource, fromAt, untilAt }) => ({
    id: `${holder}:${fromAt}`,
    from: fromAt,
    until: untilAt,
    note: undefined,
    resources: [resource],
    isBusy: true,
    isOwn: false,
  }))
}

const listBlocked = (db: Db, blocks: string[]) =>
  db
    .selectFrom('holds')
    .select(['holder', 'resource'])
    .distinct()
    .where(
      'holder',
      'in',
      blocks.map((id) => `block:${id}` as const),
    )
    .orderBy('resource')
    .execute()

export async function listAppointmentsWithin(tx: Tx, resources: readonly Resource[], interval: Interval) {
  const held = await heldWithin(tx, resources, interval)
  const ids = new Set(held.flatMap(({ holder }) => (holder.startsWith('appointment:') ? [holder.slice(12)] : [])))
  return ids.size === 0 ? [] : listAppointmentsById(tx, [...ids])
}
