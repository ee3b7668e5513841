import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { releaseRequests } from './data-requests.server.ts'
import { forgetDistinct } from './distinct-patients.server.ts'
import { deleteNotesOf } from './notes.server.ts'
import { markMixed } from './mixed-records.server.ts'
import { endOpenings } from './openings.server.ts'
import { refreshPerson } from './person-seen.server.ts'

/**
 * Deletes a record without appointments. If the person has more records, the latest gets its notes, tags and requests, and stands
 * for the person if this one did.
 */
export async function deleteRecord({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, id: string) {
  const record = await tx.selectFrom('patients').select('personId').where('id', '=', id).executeTakeFirst()
  if (!record) return
  const { personId } = record
  const heir = await tx
    .selectFrom('patients')
    .select('id')
    .where('personId', '=', personId)
    .where('id', '<>', id)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (heir) await inherit(tx, id, heir.id)
  await releaseRequests({ tx, vault }, id, heir?.id)
  await deleteNotesOf({ tx, vault }, id)
  await forgetDistinct(tx, [id])
  await endOpenings(tx, id)
  await tx.deleteFrom('patientTags').where('patientId', '=', id).execute()
  await tx.deleteFrom('patients').where('id', '=', id).execute()
  if (!heir) {
    await tx.deleteFrom('patientChanges').where('personId', '=', id).execute()
    return
  }
  const newId = personId === id ? heir.id : personId
  await tx.updateTable('patients').set({ personId: newId }).where('personId', '=', personId).execute()
  await refreshPerson(tx, newId)
}

/** What it inherits may be another patient's, if they were merged by mistake. */
async function inherit(tx: Tx, from: string, to: string) {
  await markMixed(tx, to)
  await tx.updateTable('patientNotes').set({ patientId: to }).where('patientId', '=', from).execute()
  await sql`insert into patient_tags (patient_id, tag) select ${to}, tag from patient_tags as old
    where patient_id = ${from} and not exists
      (select 1 from patient_tags as other where other.patient_id = ${to} and other.tag = old.tag)`.execute(tx)
}
