import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Patient } from './patient.ts'
import type { PatientDeps } from './change-person.server.ts'
import { contactColumns, toContact } from './patient-fields.ts'
import { toRecordColumns } from './patient-keys.server.ts'

export type GivenPhone = { recordId: string; appointmentId: string; phone: string }

type Given = { id: string; patientId?: string | undefined; phone: string; bookedAt: number }

/**
 * Phones that were given with the latest appointment of a record and are not the record's: what a visitor types changes
 * nobody's record until staff accept it.
 */
export const listGivenPhones = ({ records }: Pick<Patient, 'records'>, appointments: readonly Given[]): GivenPhone[] =>
  records.flatMap((record) => {
    const [latest] = appointments
      .filter(({ patientId }) => patientId === record.id)
      .toSorted((one, other) => other.bookedAt - one.bookedAt)
    if (!latest?.phone || isSame(latest.phone, record.phone) || isSame(latest.phone, record.declinedPhone)) return []
    return [{ recordId: record.id, appointmentId: latest.id, phone: latest.phone }]
  })

const isSame = (phone: string, other: string | null) => other !== null && phoneKey(phone) === phoneKey(other)

/** The record's phone from now on. False if it is that already, or the record is gone. */
export const acceptPhone = ({ database, vault }: PatientDeps, actor: Actor, { recordId, phone }: GivenPhone) =>
  database.transaction(async (tx) => {
    const record = await findRecord(tx, recordId)
    if (!record || record.phone === phone) return false
    await setPhone(tx, record, { phone, formerPhone: record.phone, declinedPhone: null })
    await recordAct({ tx, vault }, actor, { act: 'patient.phone-accepted', record: `patient:${recordId}` })
    return true
  })

/** The record keeps its phone, and this one is not shown again. False if it has it, or the record is gone. */
export const declinePhone = ({ database, vault }: PatientDeps, actor: Actor, { recordId, phone }: GivenPhone) =>
  database.transaction(async (tx) => {
    const record = await findRecord(tx, recordId)
    if (!record || [record.phone, record.declinedPhone].includes(phone)) return false
    await setPhone(tx, record, { phone: record.phone, formerPhone: null, declinedPhone: phone })
    await recordAct({ tx, vault }, actor, { act: 'patient.phone-declined', record: `patient:${recordId}` })
    return true
  })

/** The phone from before, and the one that was given is shown again. False if that was taken back already. */
export const undoAnsweredPhone = ({ database, vault }: PatientDeps, actor: Actor, recordId: string) =>
  database.transaction(async (tx) => {
    const record = await findRecord(tx, recordId)
    if (!record || (record.formerPhone === null && record.declinedPhone === null)) return false
    await setPhone(tx, record, { phone: record.formerPhone ?? record.phone, formerPhone: null, declinedPhone: null })
    await recordAct({ tx, vault }, actor, { act: 'patient.phone-undone', record: `patient:${recordId}` })
    return true
  })

const findRecord = (tx: Tx, id: string) =>
  tx
    .selectFrom('patients')
    .select(['id', ...contactColumns, 'formerPhone', 'declinedPhone'])
    .where('id', '=', id)
    .executeTakeFirst()

const setPhone = (
  tx: Tx,
  record: NonNullable<Awaited<ReturnType<typeof findRecord>>>,
  { phone, ...before }: { phone: string; formerPhone: string | null; declinedPhone: string | null },
) =>
  tx
    .updateTable('patients')
    .set({ ...toRecordColumns({ ...toContact(record), phone }), ...before })
    .where('id', '=', record.id)
    .execute()
