import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { changeAppointment, type ChangeRejected, finishChange } from './appointment-change.server.ts'
import { type Appointment, canChange } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { findNearestTimes } from './availability.server.ts'
import { atAnySlot, isMovable } from './booking-rules.ts'
import {
  chooseTime,
  takeTime,
  type TimeRequest,
  toTimeColumns,
  type Unavailable,
  type UnavailableWithNearest,
  usedResources,
} from './choose-time.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { admit } from './held-back/admit.server.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { listPaidTogether } from './money/terms.server.ts'
import { heldWithin, releaseSlots } from './holds.server.ts'
import { withBuffer } from './open-times.ts'
import { needsOfDay } from '#app/domain/booking/plans/plan-days.ts'
import { findRoomForDay } from '#app/domain/booking/plans/plans.server.ts'
import { toResourceId } from './service-needs.ts'
import { followMove } from './patient-records.server.ts'
import { appointmentChangeDetail } from './audit-details.ts'
import { offerFreed, withdrawUntold } from './waitlist/offers.server.ts'

type Move = {
  id: string
  startsAt: number
  personId?: string | undefined
  roomId?: string | undefined
  /** Where the page showed it. If it was moved since, it stays there. */
  from?: Pick<Appointment, 'startsAt' | 'person'> | undefined
  /** Takes a move by staff back. The patient hears of neither, unless the first was emailed, or replaced another. */
  undo?: { replaced: boolean } | undefined
  now: number
  limitedAs?: string | undefined
  /** See `admit`. */
  isLimited?: boolean
}

/** `replaced`: the email about an earlier move, which was not sent yet. */
type Moved = {
  ok: true
  was: Place
  is: Place
  replaced: boolean
}
type Place = Pick<Appointment, 'startsAt' | 'person' | 'room'>
type MovedMeanwhile = { ok: false; reason: 'moved-meanwhile' }
type Rejected = MovedMeanwhile | ChangeRejected

/**
 * Moves an upcoming appointment to another free time: a patient to one on offer, staff to any slot. A move by staff is
 * emailed only once it can no longer be undone. A move to its own
 * time changes nothing, unless the clinic has blocked its practitioner or room since: then another one takes it.
 */
export async function moveAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { id, startsAt, personId, roomId, from, undo, now, limitedAs, isLimited = false }: Move,
): Promise<Moved | Rejected | UnavailableWithNearest> {
  type Tried = Moved | Rejected | (Unavailable & { request: TimeRequest })
  const moved = await changeAppointment(deps, by, id, async (tx, appointment): Promise<Tried> => {
    if (!canChange(appointment, now)) return { ok: false, reason: 'not-upcoming' }
    if (by === 'patient' && !isMovable(deps, appointment, now)) return { ok: false, reason: 'too-late' }
    if (from && (from.startsAt !== appointment.startsAt || from.person !== appointment.person))
      return { ok: false, reason: 'moved-meanwhile' }
    const holder = `appointment:${id}` as const
    const byVideo = appointment.room === undefined
    const needs = needsOfDay(appointment)
    const between = by === 'patient' ? await findRoomForDay(tx, appointment, deps.clinic.facts(now)) : undefined
    const request = {
      between,
      serviceId: appointment.serviceId,
      startsAt,
      personId,
      roomId,
      byVideo,
      needs,
      except: holder,
      now,
    }
    if (appointment.startsAt === startsAt && personId === undefined && !holdsNoTime(appointment)) {
      const overlapping = await heldWithin(
        tx,
        usedResources(appointment),
        withBuffer(appointment, deps.booking),
        holder,
      )
      if (overlapping.length === 0) return { ok: true, was: appointment, is: appointment, replaced: false }
      const isPersonFree = overlapping.every(({ resource }) => resource !== appointment.person)
      if (isPersonFree) request.personId = toResourceId(appointment.person)
    }
    const free = by === 'patient' ? deps : atAnySlot(deps)
    const isUndo = undo !== undefined && by !== 'patient'
    const withdrawn = isUndo
      ? await withdrawUntold(deps, tx, backAt(appointment, request), { from: startsAt, until: startsAt + 1 }, by)
      : []
    const chosen = await chooseTime({ ...free, db: tx }, request)
    if (!chosen.ok) return deps.database.refuse(tx, { ...chosen, request: { ...request, personId } })

    // What the patient of a request without a time moves is a wish.
    const isWish = by === 'patient' && holdsNoTime(appointment)
    const freed = isWish ? [] : await releaseSlots({ ...deps, tx }, holder)
    if (isWish) await updateAppointment(tx, id, toTimeColumns(appointment, chosen))
    else await takeTime({ ...deps, tx }, appointment, chosen)
    await offerFreed(deps, tx, withdrawn, { now })
    await offerFreed(deps, tx, freed, { now, emailAt: by === 'patient' ? now : now + undoOfferMs })
    await followMove(tx, appointment)
    // The patient gets no email about another room.
    const isEmailed = chosen.startsAt !== appointment.startsAt || chosen.person !== appointment.person
    const detail = appointmentChangeDetail(deps.booking, appointment, chosen)
    // News about all days of its plan stays that.
    const wholePlan =
      (by !== 'patient' && (await deleteUnsent({ ...deps, tx }, 'appointment', [id, 'moved', 'wholePlan']))) ||
      undefined
    const replaced =
      wholePlan ?? (by !== 'patient' && (await deleteUnsent({ ...deps, tx }, 'appointment', [id, 'moved'])))
    const isUntold = undo !== undefined && replaced && !undo.replaced
    const notifyPatientAt = isUntold ? 'never' : by === 'patient' ? now : now + undoOfferMs
    await finishChange(deps, tx, by, {
      id,
      news: 'moved',
      detail,
      isEmailed: isEmailed || replaced,
      now,
      limitedAs,
      notifyPatientAt,
      wholePlan,
      // The patient never heard of the time between two moves.
      movedFrom: replaced || chosen.startsAt === appointment.startsAt ? undefined : appointment.startsAt,
    })
    if (isWish && appointment.isAddressProved)
      await admit(deps, tx, await listPaidTogether(tx, appointment), { isLimited, now })
    return { ok: true, was: appointment, is: chosen, replaced }
  })
  if (!('request' in moved)) return moved
  const { request, ...unavailable } = moved
  return { ...unavailable, nearest: await findNearestTimes({ ...deps, db: deps.database.db }, request) }
}

/** Whom and what a move that is undone needs again. */
const backAt = (
  { person, room }: Pick<Appointment, 'person' | 'room'>,
  { personId, roomId }: Pick<Move, 'personId' | 'roomId'>,
) =>
  usedResources({
    person: personId === undefined ? person : `person:${personId}`,
    room: roomId === undefined ? room : `room:${roomId}`,
  })
