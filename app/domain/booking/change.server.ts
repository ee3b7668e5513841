import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { dropCancellationUnsent } from '#app/domain/outbox/letters.server.ts'
import { tellOfAppointment } from './appointment-letters.server.ts'
import { type Appointment, changeRulesFor, isComing, isInTime } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import { chooseTime, heldBy, insteadOf, isLost, type Lost, type NotFree, withBuffer } from './choose-time.server.ts'
import { heldWithin, hold, letGo } from './holds.server.ts'
import { idOf } from './plan.ts'
import type { BookingDeps, By } from './deps.ts'
import { visitChange } from './visit-in-words.ts'

type Refused =
  | { ok: false; reason: 'not-found' }
  /** Past, canceled, or otherwise not to be changed any more. */
  | { ok: false; reason: 'not-coming' }
  /** To be moved by its patient: less than the cut-off before it, they call instead. */
  | { ok: false; reason: 'too-late' }

/** How long a cancellation can be taken back; its time is offered to nobody meanwhile. */
export const undoMs = 3 * 60_000

/** So long after the clinic canceled its patient hears of it, so that a slip can be undone unseen. */
const secondThoughtsMs = 10_000

type Move = { id: string; startsAt: number; personId?: string | undefined; now: number; limitedAs?: string | undefined }

/**
 * Moves a coming visit to another free time; its letters and calendar entry follow. To the same time it does nothing,
 * unless the clinic keeps its person or room meanwhile: then another one takes it.
 */
export async function moveAppointment(
  deps: BookingDeps,
  by: By,
  move: Move,
): Promise<{ ok: true } | NotFree | Refused> {
  const moved = await storeMove(deps, by, move)
  if (!isLost(moved)) return moved
  const { db } = deps.database
  const appointment = await findAppointment(db, move.id)
  if (!appointment) return { ok: false, reason: 'not-found' }
  const byVideo = appointment.room === undefined
  const wish = { ...move, byVideo, serviceId: appointment.serviceId, except: `appointment:${move.id}` as const }
  return { ...moved, nearest: await insteadOf({ ...deps, db }, wish) }
}

function storeMove(
  deps: BookingDeps,
  by: By,
  { id, startsAt, personId, now, limitedAs }: Move,
): Promise<{ ok: true } | Lost | Refused> {
  return deps.database.transaction(async (tx) => {
    const found = await findUpcoming(deps, tx, id, now)
    if (!found.ok) return found
    const { appointment } = found
    if (by === 'patient' && !isInTime(appointment, rulesFor(deps, appointment, now), now))
      return { ok: false, reason: 'too-late' }
    const holder = `appointment:${id}` as const
    const byVideo = appointment.room === undefined
    const wish = { serviceId: appointment.serviceId, startsAt, personId, byVideo, except: holder, now }
    if (appointment.startsAt === startsAt && personId === undefined) {
      const kept = await heldWithin(tx, heldBy(appointment), withBuffer(appointment, deps.booking), holder)
      if (kept.length === 0) return { ok: true }
      const isThere = kept.every(({ resource }) => resource !== appointment.person)
      if (isThere) wish.personId = idOf(appointment.person)
    }
    const chosen = await chooseTime({ ...deps, db: tx }, wish)
    if (!chosen.ok) return chosen

    await letGo({ ...deps, tx }, holder)
    await hold(tx, holder, heldBy(chosen), withBuffer(chosen, deps.booking))
    await tx
      .updateTable('appointments')
      .set({
        starts_at: chosen.startsAt,
        ends_at: chosen.endsAt,
        person: chosen.person,
        room: chosen.room ?? null,
        revision: appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    // Another room is the clinic's own affair.
    const isSame = chosen.startsAt === appointment.startsAt && chosen.person === appointment.person
    const detail = visitChange(deps.booking, appointment, chosen)
    await settle(deps, tx, by, { id, news: 'moved', detail }, isSame ? undefined : now, { limitedAs })
    return { ok: true }
  })
}

/** Cancels an upcoming appointment; by its patient too until it begins. For three minutes it can be undone. */
export async function cancelAppointment(
  deps: BookingDeps,
  by: By,
  { id, tell = true, now, limitedAs }: { id: string; tell?: boolean; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | Refused> {
  return deps.database.transaction(async (tx) => {
    const found = await findUpcoming(deps, tx, id, now)
    if (!found.ok) return found
    const isLate = by === 'patient' && !isInTime(found.appointment, rulesFor(deps, found.appointment, now), now)
    const undoUntil = now + undoMs
    const tellAt = by === 'patient' ? now : tell ? now + secondThoughtsMs : undefined
    await tx
      .updateTable('appointments')
      .set({
        state: 'cancelled',
        cancelled_from: found.appointment.state,
        undo_until: undoUntil,
        cancelled_late: isLate ? 1 : null,
        cancel_told_at: tellAt ?? null,
        revision: found.appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: undoUntil })
    const detail = `${found.appointment.state} to canceled`
    await settle(deps, tx, by, { id, news: 'cancelled', detail }, now, { limitedAs, tellPatientAt: tellAt ?? 'never' })
    return { ok: true }
  })
}

/** Takes a cancellation back while its time is still held. */
export async function undoCancellation(
  deps: BookingDeps,
  by: By,
  { id, now, limitedAs }: { id: string; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'too-late' }> {
  return deps.database.transaction(async (tx) => {
    await deps.database.takeTurn(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return { ok: false, reason: 'not-found' }
    // A second press of the same button.
    if (isComing(appointment)) return { ok: true }
    if (!appointment.undoUntil || appointment.undoUntil <= now) return { ok: false, reason: 'too-late' }
    const state = appointment.cancelledFrom ?? 'confirmed'
    await tx
      .updateTable('appointments')
      .set({
        state,
        cancelled_from: null,
        undo_until: null,
        cancelled_late: null,
        cancel_told_at: null,
        revision: appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    // Who was not told of the cancellation is not told that it was undone either.
    const wasTold = appointment.cancelToldAt !== undefined && appointment.cancelToldAt <= now
    if (!wasTold) await dropCancellationUnsent(tx, id)
    const detail = `canceled to ${state}`
    await settle(deps, tx, by, { id, news: 'restored', detail }, now, {
      limitedAs,
      tellPatientAt: wasTold ? now : 'never',
    })
    return { ok: true }
  })
}

/**
 * Offers the time of a canceled visit again, once nobody can take the cancellation back. Answers when that is, in epoch
 * milliseconds, if it is still to come: the clock may have been set back since the job was due.
 */
export async function releaseHour(deps: Pick<BookingDeps, 'database' | 'pages'>, id: string, now: number) {
  return deps.database.transaction(async (tx) => {
    // Who takes it back in the last moment has it back before this looks, or finds it gone.
    await deps.database.takeTurn(tx, `appointment:${id}`)
    const cancelled = await tx
      .selectFrom('appointments')
      .select('undo_until')
      .where('id', '=', id)
      .where('state', '=', 'cancelled')
      .executeTakeFirst()
    if (!cancelled?.undo_until) return undefined
    if (cancelled.undo_until > now) return cancelled.undo_until
    await tx.updateTable('appointments').set({ undo_until: null }).where('id', '=', id).execute()
    await letGo({ ...deps, tx }, `appointment:${id}`)
    await deps.pages.purge(tx, 'booking')
    return undefined
  })
}

/** Whoever booked a time at which the clinic closed since may move it until it would begin. */
const rulesFor = ({ booking, clinic }: BookingDeps, visit: Appointment, now: number) =>
  changeRulesFor(visit, booking, clinic.facts(now))

/** The appointment, if it has not begun; nobody else changes it meanwhile. */
async function findUpcoming(
  { database }: BookingDeps,
  tx: Tx,
  id: string,
  now: number,
): Promise<{ ok: true; appointment: Appointment } | Refused> {
  await database.takeTurn(tx, `appointment:${id}`)
  const appointment = await findAppointment(tx, id)
  if (!appointment) return { ok: false, reason: 'not-found' }
  if (!isComing(appointment) || appointment.startsAt <= now) return { ok: false, reason: 'not-coming' }
  return { ok: true, appointment }
}

/** What every change brings about besides itself. Without `now` nobody is told by letter. */
async function settle(
  deps: BookingDeps,
  tx: Tx,
  by: By,
  { id, news, detail }: { id: string; news: 'moved' | 'cancelled' | 'restored'; detail: string | undefined },
  now: number | undefined,
  told: { limitedAs: string | undefined; tellPatientAt?: number | 'never' },
) {
  if (now !== undefined) await tellOfAppointment(deps, tx, id, news, now, { by, ...told })
  await deps.pages.purge(tx, 'booking')
  if (by !== 'patient')
    await recordAct({ tx, vault: deps.vault }, by, { act: `appointment.${news}`, record: `appointment:${id}`, detail })
}
