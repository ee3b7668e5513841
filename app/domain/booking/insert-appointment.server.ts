import { randomUUID } from 'node:crypto'
import type { Tx } from '#app/database/tables.ts'
import { joinPatient } from '#app/domain/patients/join-patient.server.ts'
import { toContactColumns } from '#app/domain/patients/patient-keys.server.ts'
import type { AppointmentState } from './appointment.ts'
import { type ChosenTime, reserveTime } from './choose-time.server.ts'
import { healthRecord } from './health.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import type { HeldBack, Visitor } from './held-back/gate.server.ts'
import { type Holder, transferSlots } from './holds.server.ts'
import { findTaxRate } from './money/service-tax.ts'
import { recordsWithin } from './known-patients.server.ts'
import { enterAddress } from './own-records.server.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'

type NewAppointment = {
  /** Not of one that the clinic enters. */
  draftId?: string
  serviceId: string
  state: AppointmentState
  /** `email` may be ''. */
  patient: Contact & { health?: string | undefined }
  /** Who typed the address. */
  by: ChangedBy
  /** The record that staff chose, or that the first day of the plan joined; otherwise the one that the patient joins. */
  patientId?: string | undefined
  /** Of a plan, its id and which of its days. */
  plan?: { id: string; day: number }
  /** Whose slots become the appointment's: those of an offer that was accepted. */
  heldAs?: Holder
  /** Its time is held until it is paid; the days of a plan are paid for together. */
  payable?: Payable | undefined
  /** Of an online booking. */
  online?: Online | undefined
  now: number
}

/** `heldBack`: why it reserves no slots. */
export type Online = Visitor & { heldBack: HeldBack | undefined }

/** `paidState`: what it becomes then. */
export type Payable = { payBy: number; paidState: 'requested' | 'confirmed'; payCents?: number; cancelFee?: number }

/** Stores an appointment and reserves its slots; the health answer is sealed. */
export async function insertAppointment(
  deps: Pick<BookingDeps, 'vault' | 'booking' | 'database' | 'content'>,
  tx: Tx,
  { draftId, serviceId, state, patient, by, patientId, plan, heldAs, payable, online, now }: NewAppointment,
  chosen: ChosenTime,
) {
  const id = randomUUID()
  const { health, ...contact } = patient
  const { startsAt, endsAt, person, room, assistants } = chosen
  const within = by === 'patient' ? 'everything' : recordsWithin(tx, by.scope)
  const recordId = await joinPatient(tx, contact, { startsAt, patientId, byClinic: online === undefined, within })
  const address = await enterAddress(tx, by, { email: contact.email, patientId: recordId })
  await tx
    .insertInto('appointments')
    .values({
      id,
      draftId,
      serviceId,
      state: payable || online?.heldBack ? 'requested' : state,
      ...payable,
      taxRate: findTaxRate(deps.content, { serviceId }),
      startsAt,
      endsAt,
      person,
      room,
      assistants: assistants.join(' ') || null,
      planId: plan?.id ?? null,
      planDay: plan?.day ?? null,
      ...toContactColumns(contact),
      health: health ? await deps.vault.seal(tx, healthRecord(id), health) : null,
      healthKept: 0,
      bookedAt: now,
      revision: 0,
      linkVersion: 1,
      patientId: recordId,
      ...address,
      heldBack: online?.heldBack ?? null,
      network: online?.isAddressProved ? null : (online?.sender?.network ?? null),
      addressProved: online ? Number(online.isAddressProved ?? false) : null,
    })
    .execute()
  if (online?.heldBack) return { id, startsAt, patientId: recordId, state: 'requested' as const }
  if (heldAs) await transferSlots(tx, heldAs, `appointment:${id}`)
  else await reserveTime({ ...deps, tx }, id, chosen)
  return { id, startsAt, patientId: recordId, state: payable ? ('requested' as const) : state }
}
