import type { Tx } from '#app/database/tables.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { finishChanges } from './appointment-change.server.ts'
import type { Appointment } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { appointmentChangeDetail } from './audit-details.ts'
import type { BusyInterval } from './busy.ts'
import { type ChosenTime, takeTime, toTimeColumns } from './choose-time.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { releaseSlots } from './holds.server.ts'
import { followMove } from './patient-records.server.ts'
import { offerFreed } from './waitlist/offers.server.ts'

type Moving = {
  day: Appointment
  chosen: ChosenTime
  /** What was offered of the time that it needs again, and is not any more. */
  withdrawn: readonly BusyInterval[]
}

/**
 * Takes a move by staff back. The patient hears of neither, unless the first was emailed, or `replaced` the email about
 * another.
 */
export type MoveUndo = { replaced: boolean }

type MoveOptions = {
  /** News about all days of its plan. */
  isPlan?: boolean
  undo?: MoveUndo | undefined
  now: number
  limitedAs?: string | undefined
}

/** What the patient of a request without a time moves is a wish. */
export const movesWish = (by: ChangedBy, day: Appointment) => by === 'patient' && holdsNoTime(day)

/**
 * Moves what is moved together to the times that were chosen: an appointment, or days of a plan. What they free is offered
 * once all have their new slots, since a day may take over those of another. One email tells of it, by staff only once it
 * can no longer be undone. Returns whether it replaced an email about an earlier move that was not sent yet.
 */
export async function takeNewTimes(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  moving: readonly Moving[],
  { isPlan = false, undo, now, limitedAs }: MoveOptions,
): Promise<boolean> {
  const emailAt = by === 'patient' ? now : now + undoOfferMs
  const freed: BusyInterval[][] = []
  for (const { day } of moving)
    freed.push(movesWish(by, day) ? [] : await releaseSlots({ ...deps, tx }, `appointment:${day.id}`))
  for (const { day, chosen } of moving)
    if (movesWish(by, day)) await updateAppointment(tx, day.id, toTimeColumns(day, chosen))
    else await takeTime({ ...deps, tx }, day, chosen)
  for (const { withdrawn } of moving) await offerFreed(deps, tx, withdrawn, { now })
  for (const ofDay of freed) await offerFreed(deps, tx, ofDay, { now, emailAt })
  const untold = by === 'patient' ? { deleted: false, ofPlan: false } : await deleteUntold(deps, tx, moving)
  const replaced = untold.deleted
  const isUntold = undo !== undefined && replaced && !undo.replaced
  for (const { day } of moving) await followMove(tx, day)
  const { day: first, chosen } = moving[0]!
  const isLater = chosen.startsAt !== first.startsAt
  const changes = moving.map((one) => ({
    id: one.day.id,
    detail: appointmentChangeDetail(deps.booking, one.day, one.chosen),
  }))
  await finishChanges(deps, tx, by, changes, {
    news: 'moved',
    // The patient gets no email about another room.
    isEmailed: isPlan || replaced || isLater || chosen.person !== first.person,
    // News about all days of its plan stays that.
    wholePlan: isPlan || untold.ofPlan || undefined,
    // The patient never heard of the time between two moves.
    movedFrom: isPlan || replaced || !isLater ? undefined : first.startsAt,
    now,
    limitedAs,
    notifyPatientAt: isUntold ? 'never' : emailAt,
  })
  return replaced
}

/** Deletes the emails about earlier moves that were not sent yet. */
async function deleteUntold(deps: BookingDeps, tx: Tx, moving: readonly Moving[]) {
  const untold = { deleted: false, ofPlan: false }
  for (const { day } of moving) {
    const ofPlan = await deleteUnsent({ ...deps, tx }, 'appointment', [day.id, 'moved', 'wholePlan'])
    const deleted = ofPlan || (await deleteUnsent({ ...deps, tx }, 'appointment', [day.id, 'moved']))
    untold.ofPlan ||= ofPlan
    untold.deleted ||= deleted
  }
  return untold
}
