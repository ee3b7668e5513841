import { changeAppointment, type ChangeRejected, finishChange, isMovable } from './appointment-change.server.ts'
import { type Appointment, isUpcoming } from './appointment.ts'
import { findAppointment, updateAppointment } from './appointments.server.ts'
import { findNearestTimes } from './availability.server.ts'
import {
  chooseTime,
  isUnavailable,
  reserveTime,
  type TimeRequest,
  type Unavailable,
  type UnavailableWithNearest,
  usedResources,
} from './choose-time.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { heldWithin, releaseSlots } from './holds.server.ts'
import { withBuffer } from './open-times.ts'
import { toResourceId } from './plan.ts'
import { appointmentChangeDetail } from './audit-details.ts'

type Move = { id: string; startsAt: number; personId?: string | undefined; now: number; limitedAs?: string | undefined }

/**
 * Moves an upcoming appointment to another free time. A move to its own time changes nothing, unless the clinic has
 * blocked its practitioner or room since: then another one takes it.
 */
export async function moveAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  move: Move,
): Promise<{ ok: true } | UnavailableWithNearest | ChangeRejected> {
  const moved = await storeMove(deps, by, move)
  if (!isUnavailable(moved)) return moved
  const { db } = deps.database
  const appointment = await findAppointment(db, move.id)
  if (!appointment) return { ok: false, reason: 'not-found' }
  return { ...moved, nearest: await findNearestTimes({ ...deps, db }, timeRequest(appointment, move)) }
}

function storeMove(
  deps: BookingDeps,
  by: ChangedBy,
  { id, startsAt, personId, now, limitedAs }: Move,
): Promise<{ ok: true } | Unavailable | ChangeRejected> {
  return changeAppointment(deps, id, async (tx, appointment) => {
    if (!isUpcoming(appointment, now)) return { ok: false, reason: 'not-upcoming' }
    if (by === 'patient' && !isMovable(deps, appointment, now)) return { ok: false, reason: 'too-late' }
    const holder = `appointment:${id}` as const
    const request = timeRequest(appointment, { id, startsAt, personId, now })
    if (appointment.startsAt === startsAt && personId === undefined) {
      const overlapping = await heldWithin(
        tx,
        usedResources(appointment),
        withBuffer(appointment, deps.booking),
        holder,
      )
      if (overlapping.length === 0) return { ok: true }
      const isPersonFree = overlapping.every(({ resource }) => resource !== appointment.person)
      if (isPersonFree) request.personId = toResourceId(appointment.person)
    }
    const chosen = await chooseTime({ ...deps, db: tx }, request)
    if (!chosen.ok) return chosen

    await releaseSlots({ ...deps, tx }, holder)
    await reserveTime({ ...deps, tx }, id, chosen)
    await updateAppointment(tx, id, {
      startsAt: chosen.startsAt,
      endsAt: chosen.endsAt,
      person: chosen.person,
      room: chosen.room ?? null,
      revision: appointment.revision + 1,
    })
    // The patient gets no email about another room.
    const isEmailed = chosen.startsAt !== appointment.startsAt || chosen.person !== appointment.person
    const detail = appointmentChangeDetail(deps.booking, appointment, chosen)
    await finishChange(deps, tx, by, { id, news: 'moved', detail, isEmailed, now, limitedAs })
    return { ok: true }
  })
}

const timeRequest = ({ serviceId, room }: Appointment, { id, startsAt, personId, now }: Move): TimeRequest => ({
  serviceId,
  startsAt,
  personId,
  byVideo: room === undefined,
  except: `appointment:${id}`,
  now,
})
