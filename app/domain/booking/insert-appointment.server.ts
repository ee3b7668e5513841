import { randomUUID } from 'node:crypto'
import type { Tx } from '#app/database/tables.ts'
import type { AppointmentState } from './appointment.ts'
import { type ChosenTime, usedResources, withBuffer } from './choose-time.server.ts'
import { reserveSlots, blockRemaining } from './holds.server.ts'
import { healthRecord } from './health.server.ts'
import type { BookingDeps } from './deps.ts'
import { contactColumns } from './contact-columns.server.ts'
import type { Contact } from './patient-fields.ts'

type NewAppointment = {
  draftId: string | null
  serviceId: string
  state: AppointmentState
  /** `email` is empty for who has none. */
  patient: Contact & { health?: string | undefined }
  now: number
}

/** Stores an appointment and holds its person, room and buffer; the health answer is sealed. */
export async function insertAppointment(
  { vault, booking, database }: Pick<BookingDeps, 'vault' | 'booking' | 'database'>,
  tx: Tx,
  { draftId, serviceId, state, patient, now }: NewAppointment,
  chosen: ChosenTime,
  { isSqueezedIn = false } = {},
) {
  const id = randomUUID()
  const { health, ...contact } = patient
  const { startsAt, endsAt, person, room } = chosen
  await tx
    .insertInto('appointments')
    .values({
      id,
      draftId,
      serviceId,
      state,
      startsAt,
      endsAt,
      person,
      room: room ?? null,
      ...contactColumns(contact),
      health: health ? await vault.seal(tx, healthRecord(id), health) : null,
      healthKept: 0,
      bookedAt: now,
      cancelledFrom: null,
      undoUntil: null,
      revision: 0,
      linkVersion: 1,
    })
    .execute()
  const stretch = withBuffer(chosen, booking)
  if (isSqueezedIn) await blockRemaining({ database, tx }, `appointment:${id}`, usedResources(chosen), stretch)
  else await reserveSlots(tx, `appointment:${id}`, usedResources(chosen), stretch)
  return { id, startsAt, state }
}
