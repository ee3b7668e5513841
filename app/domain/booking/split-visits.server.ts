import type { Actor } from '#app/domain/audit/audit.server.ts'
import { type PersonChanged, splitWithin } from '#app/domain/patients/change-person.server.ts'
import { addRecordApart } from '#app/domain/patients/join-patient.server.ts'
import { peopleLock } from '#app/domain/patients/join-verified.server.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'

import { lockAppointment } from './appointment-change.server.ts'
import { listAppointmentsOfRecords, updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { followRemoval } from './patient-records.server.ts'

type Split = { ok: true; changeId: string; recordId: string } | Extract<PersonChanged, { ok: false }> | NothingLeft
type NothingLeft = { ok: false; reason: 'none' | 'all' }

/** Makes some appointments of a person another person's, who gets a record. */
export const splitVisits = (
  { database, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  actor: Actor,
  { id, appointments: chosen, now }: { id: string; appointments: readonly string[]; now: number },
): Promise<Split> =>
  database.transaction(async (tx) => {
    // In the order of other code: appointments before people.
    for (const appointment of chosen.toSorted()) await lockAppointment({ database, tx }, appointment)
    await database.takeAdvisoryLock(tx, peopleLock)
    const person = await findPatient(tx, id)
    if (person?.id !== id) return { ok: false, reason: 'changed-meanwhile' }
    const all = await listAppointmentsOfRecords(
      tx,
      'everything',
      person.records.map((record) => record.id),
    )
    const split = all.filter((appointment) => chosen.includes(appointment.id))
    const [latest] = split
    if (split.length !== chosen.length) return { ok: false, reason: 'changed-meanwhile' }
    if (!latest) return { ok: false, reason: 'none' }
    if (split.length === all.length) return { ok: false, reason: 'all' }

    const recordId = await addRecordApart(tx, latest, { seenAt: latest.startsAt })
    for (const appointment of split) await updateAppointment(tx, appointment.id, { patientId: recordId })
    for (const before of new Set(split.map(({ patientId }) => patientId)))
      await followRemoval({ database, tx, vault }, { patientId: before }, { mayLeaveNotes: () => true })
    // The record that stood for the person may have had no other appointment.
    const left = all.find((appointment) => !split.includes(appointment))
    const kept = await findPatient(tx, left?.patientId ?? '')
    const personId = kept?.id ?? id
    const changeId = await splitWithin({ tx, vault }, actor, { personId, recordId, now })
    return { ok: true, changeId, recordId }
  })
