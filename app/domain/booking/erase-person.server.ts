import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import { eraseEmailsAbout } from '#app/domain/outbox/erase-emails.server.ts'
import { withdrawCharges } from '#app/domain/payments/charge-card.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import { eraseForms } from '#app/domain/forms/signed-forms.server.ts'
import { eraseTextsAbout } from '#app/domain/text-messages/texts.server.ts'
import type { Person } from '#app/domain/shared/person.ts'

import type { Vault } from '#app/vault/vault.server.ts'
import { lockAppointment } from './appointment-change.server.ts'
import { type Appointment, isExpected } from './appointment.ts'
import { cutOff } from './booking-rules.ts'
import { peopleLock } from '#app/domain/patients/join-verified.server.ts'
import { erasedContact } from '#app/domain/patients/patient-keys.server.ts'
import { listRecordIds } from '#app/domain/patients/patients.server.ts'
import { listAppointmentsOf, listAppointmentsOfRecords, updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { findDraftIds, eraseDraft } from './drafts.server.ts'
import { feeSubject } from './fees/fee.ts'
import { clearedNewAddress } from './new-address.server.ts'
import { eraseHealth } from './health.server.ts'
import { refundCanceled } from './money/refund-booking.server.ts'
import { followRemoval } from './patient-records.server.ts'
import { closedAddress, opensToAddress } from './sealed-access.ts'

/** `isUpcoming`: erasing cancels it and releases its slots. */
export type PersonAppointment = Appointment & { isUpcoming: boolean }

/** The latest first. */
export async function listPersonAppointments(db: Db, person: Person, now: number): Promise<PersonAppointment[]> {
  const appointments = await listAllOf(db, person)
  return appointments.map((appointment) => ({ ...appointment, isUpcoming: isOngoing(appointment, now) }))
}

/** Also those with another address or phone number that belong to a person with one of these. */
async function listAllOf(db: Db, person: Person) {
  const found = await listAppointmentsOf(db, person)
  const records = await Promise.all(
    [...new Set(found.map(({ patientId }) => patientId ?? ''))].filter(Boolean).map((id) => listRecordIds(db, id)),
  )
  const others = await listAppointmentsOfRecords(db, 'everything', [...new Set(records.flat())])
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...others.filter(({ id }) => !known.has(id))].toSorted((a, b) => b.startsAt - a.startsAt)
}

const isOngoing = (appointment: Appointment, now: number) => isExpected(appointment) && appointment.endsAt > now

type ErasureDeps = {
  database: Pick<Database, 'takeAdvisoryLock'>
  vault: Pick<Vault, 'destroy' | 'tryOpen'>
} & Pick<BookingDeps, 'booking' | 'queue'>

/** Erases a person's appointments and drafts. */
export async function erasePersonsAppointments(
  deps: ErasureDeps,
  tx: Tx,
  person: Person,
  now: number,
): Promise<{ appointments: string[]; drafts: number }> {
  // Nobody is merged with the person meanwhile. Other code locks appointments first; a deadlock is retried.
  await deps.database.takeAdvisoryLock(tx, peopleLock)
  // Sorted, so that two erasures do not deadlock.
  const appointments = (await listAllOf(tx, person)).map(({ id }) => id).sort()
  for (const id of appointments) await eraseAppointment(deps, tx, id, now)
  // An unconfirmed new address of another person's appointment.
  if (person.email)
    await tx.updateTable('appointments').set(clearedNewAddress).where('newEmail', '=', person.email).execute()
  const drafts = await findDraftIds({ db: tx, vault: deps.vault }, person)
  for (const id of drafts) await eraseDraft({ tx, vault: deps.vault }, id)
  return { appointments, drafts: drafts.length }
}

/** Erases the appointments of one person's records, and drafts from addresses that nobody shares with them. */
export async function eraseSubjectsAppointments(
  deps: ErasureDeps,
  tx: Tx,
  { recordIds, addresses }: Pick<DataSubject, 'recordIds' | 'addresses'>,
  now: number,
): Promise<{ appointments: string[]; drafts: number }> {
  await deps.database.takeAdvisoryLock(tx, peopleLock)
  const appointments = (await listAppointmentsOfRecords(tx, 'everything', recordIds)).map(({ id }) => id).sort()
  for (const id of appointments) await eraseAppointment(deps, tx, id, now)
  let drafts = 0
  for (const email of addresses)
    for (const id of await findDraftIds({ db: tx, vault: deps.vault }, { email })) {
      await eraseDraft({ tx, vault: deps.vault }, id)
      drafts += 1
    }
  return { appointments, drafts }
}

/**
 * Erases everything that identifies the patient and revokes the link. The clinic still sees that there was an
 * appointment. An upcoming one is canceled, and its slots stay reserved until they are offered to the waitlist.
 */
export async function eraseAppointment(
  { database, vault, booking, queue }: ErasureDeps,
  tx: Tx,
  id: string,
  now: number,
) {
  const appointment = await lockAppointment({ database, tx }, id)
  if (!appointment) return
  const isOpen = isOngoing(appointment, now)
  const isReserved = isOpen || appointment.undoUntil !== undefined
  const isLate = appointment.startsAt > now && cutOff(appointment, booking) <= now
  await eraseHealth({ vault, tx }, id)
  await eraseForms({ vault, tx }, id, now)
  await eraseTextsAbout(tx, `appointment:${id}`)
  await withdrawCharges(tx, feeSubject(id), now)
  await eraseEmailsAbout(tx, [id])
  await eraseEmailsTo(tx, [appointment.email], ['appointment-links'])
  await updateAppointment(tx, id, {
    ...erasedContact,
    note: null,
    ...clearedNewAddress,
    undoUntil: isReserved ? now : null,
    linkVersion: appointment.linkVersion + 1,
    patientId: null,
    ...closedAddress,
    network: null,
    ...(isOpen && {
      state: 'cancelled',
      cancelledLate: isLate ? 1 : null,
      revision: appointment.revision + 1,
    }),
  })
  if (isOpen) await refundCanceled({ tx, queue }, [appointment], { isLate: () => isLate, now })
  await followRemoval({ database, tx, vault }, appointment, {
    mayLeaveNotes: ({ email }) => email !== appointment.email || !opensToAddress(appointment),
  })
  if (isReserved) await queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: now })
}

/** The patient erases the appointment by its link. */
export async function eraseOwnAppointment(
  deps: ErasureDeps & { vault: Vault },
  tx: Tx,
  { id, address, now }: { id: string; address: string; now: number },
) {
  await eraseAppointment(deps, tx, id, now)
  const record = `appointment:${id}` as const
  await recordAct({ tx, vault: deps.vault }, patientActor, {
    act: 'appointment.erased-by-patient',
    record,
    detail: address,
  })
}

export async function listPeopleInAppointments(db: Db): Promise<Person[]> {
  const rows = await db.selectFrom('appointments').select(['email', 'phoneDigits']).distinct().execute()
  return rows.map(({ email, phoneDigits }) => ({
    ...(email && { email }),
    ...(phoneDigits && { phoneDigits }),
  }))
}
