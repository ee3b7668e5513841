import type { Db, Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { Patient } from '#app/domain/patients/patient.ts'
import { listRecordIds } from '#app/domain/patients/patients.server.ts'

import { toTextNumber } from '#app/domain/shared/phone-number.server.ts'
import {
  type Consenter,
  endConsents,
  findConsent,
  giveConsent,
  listAgreedNumbers,
  type TextRecord,
} from '#app/domain/text-messages/consents.server.ts'
import { consentWords } from '#content/text-messages.ts'
import { changeAppointment, type NotFound } from './appointment-change.server.ts'
import { type Appointment, canChange } from './appointment.ts'
import { listAppointmentsOfRecords } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import type { Draft } from './drafts.server.ts'

type Owner = Pick<Appointment, 'id' | 'phone' | 'patientId'>

const toRecord = (id: string): TextRecord => `appointment:${id}`

/** The number, and the appointments of the same patient, at each of which a consent may have been given. */
export async function toConsenter(db: Db, { id, phone, patientId }: Owner): Promise<Consenter | undefined> {
  const number = toTextNumber(phone)
  if (!number) return undefined
  const others = patientId ? await listAppointmentsOfRecords(db, 'everything', await listRecordIds(db, patientId)) : []
  return { number, records: [...new Set([id, ...others.map((other) => other.id)])].map(toRecord) }
}

export async function findTextConsent(db: Db, appointment: Owner) {
  const consenter = await toConsenter(db, appointment)
  return consenter && findConsent(db, { ...consenter, purpose: 'reminders' })
}

/** Whether the patient of an upcoming appointment gets reminders; undefined where the number can get none. */
export async function getTextReminders(db: Db, appointment: Appointment, now: number) {
  if (!toTextNumber(appointment.phone) || !canChange(appointment, now)) return undefined
  return { isOn: (await findTextConsent(db, appointment)) !== undefined }
}

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'clinic'>
type Agreed = { ok: true } | NotFound | { ok: false; reason: 'no-number' }

/** To the present words. Staff record what the patient told them. */
export const agreeToTexts = (deps: Deps, by: ChangedBy, { id, now }: { id: string; now: number }): Promise<Agreed> =>
  changeAppointment(deps, by, id, async (tx, appointment): Promise<Agreed> => {
    const number = toTextNumber(appointment.phone)
    if (!number) return { ok: false, reason: 'no-number' }
    // Otherwise a second press.
    if (!(await findTextConsent(tx, appointment))) {
      const clinic = deps.clinic.facts(now)
      const consent = { number, purpose: 'reminders', record: toRecord(id), clinic, now } as const
      await giveConsent({ ...deps, tx }, toActor(by), consent)
    }
    return { ok: true }
  })

/** A patient ends their own; staff, who were told so, all of the number. */
export const endTexts = (
  deps: Deps,
  by: ChangedBy,
  { id, now }: { id: string; now: number },
): Promise<{ ok: true } | NotFound> =>
  changeAppointment(deps, by, id, async (tx, appointment) => {
    const { number, records } = (await toConsenter(tx, appointment)) ?? {}
    if (number) await endConsents({ ...deps, tx }, toActor(by), { number, now, ...(by === 'patient' && { records }) })
    return { ok: true as const }
  })

/** The numbers at which a patient gets reminders. */
export async function listTextNumbers(db: Db, { records }: Pick<Patient, 'records'>) {
  const recordIds = records.map(({ id }) => id)
  const appointments = await listAppointmentsOfRecords(db, 'everything', recordIds)
  return listAgreedNumbers(
    db,
    appointments.map(({ id }) => toRecord(id)),
  )
}

/** Because the patient told staff so. False if there was nothing to end. */
export const endTextsOfPatient = (
  { database, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  actor: Actor,
  { patient, now }: { patient: Pick<Patient, 'records'>; now: number },
) =>
  database.transaction(async (tx) => {
    const numbers = await listTextNumbers(tx, patient)
    for (const number of numbers) await endConsents({ tx, vault }, actor, { number, now })
    return numbers.length > 0
  })

const toActor = (by: ChangedBy) => (by === 'patient' ? patientActor : by)

/** What the patient agreed to on the booking form, unless the words have changed since. */
export async function consentFromDraft(
  { vault, clinic }: Pick<BookingDeps, 'vault' | 'clinic'>,
  tx: Tx,
  { patient, textConsent }: Draft,
  { appointmentId, now }: { appointmentId: string; now: number },
) {
  const number = toTextNumber(patient.phone)
  if (!number || textConsent !== consentWords.reminders.version) return
  const consent = {
    number,
    purpose: 'reminders',
    record: toRecord(appointmentId),
    clinic: clinic.facts(now),
    now,
  } as const
  await giveConsent({ tx, vault }, patientActor, consent)
}
