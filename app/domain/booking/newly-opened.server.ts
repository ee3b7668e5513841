import type { Db } from '#app/database/tables.ts'
import { isStaffAddress } from '#app/domain/accounts/find-access.server.ts'
import { listSignedForms } from '#app/domain/forms/signed-forms.server.ts'
import { countNotesByRecord } from '#app/domain/patients/notes.server.ts'
import type { ListedPatient, Patient } from '#app/domain/patients/patient.ts'
import { toJoinKey } from '#app/domain/patients/patient-keys.server.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'
import type { Appointment } from './appointment.ts'
import { listAppointmentsOfRecords } from './appointments.server.ts'
import { isWhollyOpen } from './own-records.server.ts'

/** What an address of one person would open of the other, if a health reader chose so at the merge. */
export type NewlyOpened = {
  recordId: string
  name: string
  email: string
  answers: number
  forms: number
  notes: number
}

/** Somebody who may be the same person. */
export type MergeCandidate = Omit<ListedPatient, 'personSeenAt'> & { opens: NewlyOpened[] }

type Deps = { db: Db; ownerEmail: string }

export async function withNewlyOpened<Other extends Omit<MergeCandidate, 'opens'>>(
  deps: Deps,
  patient: Patient,
  others: readonly Other[],
) {
  const all: (Omit<MergeCandidate, 'opens'> & Other & { opens: NewlyOpened[] })[] = []
  for (const other of others) all.push({ ...other, opens: await listNewlyOpened(deps, patient, other.id) })
  return all
}

async function listNewlyOpened(deps: Deps, patient: Patient, otherId: string): Promise<NewlyOpened[]> {
  const other = await findPatient(deps.db, otherId)
  if (!other) return []
  const [one, two] = [await readSide(deps.db, patient), await readSide(deps.db, other)]
  return [...(await listOpened(deps, one, two)), ...(await listOpened(deps, two, one))]
}

type Side = Awaited<ReturnType<typeof readSide>>

async function readSide(db: Db, { records }: Patient) {
  const ids = records.map(({ id }) => id)
  const appointments = await listAppointmentsOfRecords(db, 'everything', ids)
  const forms = await listSignedForms(
    db,
    appointments.map(({ id }) => id),
  )
  const mixed = await db.selectFrom('patients').select('id').where('id', 'in', ids).where('mixed', '=', 1).execute()
  const isMixed = (id: string) => mixed.some((record) => record.id === id)
  return {
    records: records.map((record) => ({ ...record, mixed: isMixed(record.id) ? 1 : 0 })),
    appointments,
    answers: appointments.filter(({ hasHealth }) => hasHealth).length,
    forms: forms.filter(({ state }) => state === 'signed').length,
    notes: await countNotesByRecord(
      db,
      ids.filter((id) => !isMixed(id)),
    ),
  }
}

/** For each address that opens all of its record, which is as much as the merge can open to it. */
async function listOpened({ db, ownerEmail }: Deps, { records, appointments }: Side, other: Side) {
  const { answers, forms, notes } = other
  if (answers + forms + notes === 0) return []
  const opened: NewlyOpened[] = []
  for (const record of records) {
    const { id, name, email } = record
    const own: readonly Appointment[] = appointments
    // Of the same name and address: proving it joins them without a merge.
    const isSame = other.records.some((one) => toJoinKey(one) === toJoinKey(record))
    if (email && !isSame && isWhollyOpen(record, own, email) && !(await isStaffAddress(db, email, ownerEmail)))
      opened.push({ recordId: id, name, email, answers, forms, notes })
  }
  return opened
}
