import { changeAppointment, type ChangeRejected } from './appointment-change.server.ts'
import { type Appointment, canChange } from './appointment.ts'
import { findNearestTimes } from './availability.server.ts'
import { atAnySlot, isMovable } from './booking-rules.ts'
import {
  chooseTime,
  type TimeRequest,
  type Unavailable,
  type UnavailableWithNearest,
  usedResources,
} from './choose-time.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { admit } from './held-back/admit.server.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { listPaidTogether } from './money/terms.server.ts'
import { heldWithin } from './holds.server.ts'
import { withBuffer } from './open-times.ts'
import { needsOfDay } from '#app/domain/booking/plans/plan-days.ts'
import { findRoomForDay } from '#app/domain/booking/plans/plans.server.ts'
import { toResourceId } from './service-needs.ts'
import { type MoveUndo, movesWish, takeNewTimes } from './take-new-times.server.ts'
import { withdrawUntold } from './waitlist/offers.server.ts'

type Move = {
  id: string
  startsAt: number
  personId?: string | undefined
  roomId?: string | undefined
  /** Where the page showed it. If it was moved since, it stays there. */
  from?: Pick<Appointment, 'startsAt' | 'person'> | undefined
  undo?: MoveUndo | undefined
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
 * Moves an upcoming appointment to another free time: a patient to one on offer, staff to any slot. A move to its own
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
    const withdrawn =
      undo && by !== 'patient'
        ? await withdrawUntold(deps, tx, backAt(appointment, request), { from: startsAt, until: startsAt + 1 }, by)
        : []
    const chosen = await chooseTime({ ...free, db: tx }, request)
    if (!chosen.ok) return deps.database.refuse(tx, { ...chosen, request: { ...request, personId } })

    const moving = [{ day: appointment, chosen, withdrawn }]
    const replaced = await takeNewTimes(deps, tx, by, moving, { undo, now, limitedAs })
    if (movesWish(by, appointment) && appointment.isAddressProved)
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
