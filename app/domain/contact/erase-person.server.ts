import type { Db, Tx } from '#app/database/tables.ts'

export async function findPersonsMessages(db: Db, email: string) {
  return (await db.selectFrom('messages').select('id').where('email', '=', email).execute()).map(({ id }) => id)
}

/** Returns the ids of the deleted messages. */
export async function deletePersonsMessages(tx: Tx, email: string): Promise<string[]> {
  const deleted = await tx.deleteFrom('messages').where('email', '=', email).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function listMessageAddresses(db: Db) {
  return (await db.selectFrom('messages').select('email').distinct().execute()).map(({ email }) => email)
}
