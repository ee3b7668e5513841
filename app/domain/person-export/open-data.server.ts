import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { countUse, type Limit, type TooMany } from '#app/domain/limits/limits.server.ts'
import { noteCopyTaken } from '#app/domain/patients/data-requests.server.ts'
import { findSubject } from '#app/domain/patients/data-subject.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { exportPerson } from './export-person.server.ts'
import type { ExportSection } from './export-section.ts'

type Deps = { database: Database; vault: Vault; content: Lists; booking: BookingContent }

/** Of one person, so that a browser left open is not used to fill the audit trail. */
const perPerson: Limit = { most: 60, windowMs: 3_600_000 }

/** Whose data a patient opens: a person's, or an account's whose owner has no record. */
export type OwnSubject = DataSubject & {
  appointmentIds: readonly string[]
  recordId?: string
  /** What they proved, which the audit trail names. */
  address: string
}

/**
 * Opens a person's data for themselves. The audit entry comes first, in the same transaction. A download is also a
 * request for a copy that is answered at once.
 */
export const openOwnData = (
  { database, ...deps }: Deps,
  subject: OwnSubject,
  { act, now }: { act: 'data.opened' | 'data.downloaded'; now: number },
): Promise<{ ok: true; sections: ExportSection[] } | TooMany> =>
  database.transaction(async (tx) => {
    const { recordId, accountId, address } = subject
    const allowed = await countUse({ tx }, `my-data:${recordId ?? accountId}`, perPerson, now)
    if (!allowed.ok) return allowed
    if (recordId && act === 'data.downloaded') await noteCopyTaken(tx, { id: randomUUID(), patientId: recordId, now })
    const record = recordId ? (`patient:${recordId}` as const) : (`account:${accountId}` as const)
    await recordAct({ ...deps, tx }, patientActor, { act, record, detail: address })
    return { ok: true, sections: await exportPerson({ ...deps, db: tx }, subject) }
  })

/** A copy for a patient who asked for it in another way; undefined when there is no such patient. */
export const exportPatient = ({ database, ...deps }: Deps, actor: Actor, recordId: string) =>
  database.transaction(async (tx) => {
    const subject = await findSubject(tx, recordId)
    if (!subject) return undefined
    await recordAct({ ...deps, tx }, actor, { act: 'data.exported', record: `patient:${subject.patient.id}` })
    return { patient: subject.patient, sections: await exportPerson({ ...deps, db: tx }, subject) }
  })
