import type { Tx } from '#app/database/tables.ts'
import { refreshPerson } from './person-seen.server.ts'

/** Deletes a record without appointments. If it stood for a person with more records, the latest of them does now. */
export async function deleteRecord(tx: Tx, id: string) {
  const deleted = await tx.deleteFrom('patients').where('id', '=', id).returning('personId').executeTakeFirst()
  if (!deleted) return
  const { personId } = deleted
  const heir = await tx
    .selectFrom('patients')
    .select('id')
    .where('personId', '=', personId)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!heir) return
  const newId = personId === id ? heir.id : personId
  await tx.updateTable('patients').set({ personId: newId }).where('personId', '=', personId).execute()
  await refreshPerson(tx, newId)
}
