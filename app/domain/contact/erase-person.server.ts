import type { Db, Tx } from '#app/database/tables.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import { findSubjectsMessages } from './export-person.server.ts'

export async function findPersonsMessages(db: Db, email: string) {
  return (await db.selectFrom('messages').select('id').where('email', '=', email).execute()).map(({ id }) => id)
}

/** Returns the ids of the deleted messages. */
export async function deletePersonsMessages(tx: Tx, email: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('messages').where('email', '=', email).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** The same for one person, where others may share the address. */
export async function deleteSubjectsMessages(tx: Tx, subject: DataSubject): Promise<string[]> {
  const ids = (await findSubjectsMessages(tx, subject)).map(({ id }) => id)
  await tx.deleteFrom('messages').where('id', 'in', ids).execute()
  return ids
}

export async function listMessageAddresses(db: Db) {
  return (await db.selectFrom('messages').select('email').distinct().execute()).map(({ email }) => email)
}
