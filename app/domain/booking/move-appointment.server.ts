import { changeAppointment, type ChangeRejected, finishChange, isMovable } from './appointment-change.server.ts'
import { isUpcoming } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { findNearestTimes } from './availability.server.ts'
import { chooseTime, reserveTime, type UnavailableWithNearest, usedResources } from './choose-time.server.ts'
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
export function moveAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { id, startsAt, personId, now, limitedAs }: Move,
): Promise<{ ok: true } | UnavailableWithNearest | ChangeRejected> {
  return changeAppointment(deps, id, async (tx, appointment) => {
    if (!isUpcoming(appointment, now)) return { ok: false, reason: 'not-upcoming' }
    if (by === 'patient' && !isMovable(deps, appointment, now)) return { ok: false, reason: 'too-late' }
    const holder = `appointment:${id}` as const
    const byVideo = appointment.room === undefined
    const request = { serviceId: appointment.serviceId, startsAt, personId, byVideo, except: holder, now }
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
    const reading = { ...deps, db: tx }
    const chosen = await chooseTime(reading, request)
    if (!chosen.ok) return { ...chosen, nearest: await findNearestTimes(reading, { ...request, personId }) }

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
