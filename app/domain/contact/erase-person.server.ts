import type { Db, Tx } from '#app/database/tables.ts'

/** Ids of the messages that came from an address. */
export async function findPersonsMessages(db: Db, email: string) {
  return (await db.selectFrom('messages').select('id').where('email', '=', email).execute()).map(({ id }) => id)
}

/** Deletes every message from an address; answers their ids. */
export async function deletePersonsMessages(tx: Tx, email: string): Promise<string[]> {
  const gone = await tx.deleteFrom('messages').where('email', '=', email).returning('id').execute()
  return gone.map(({ id }) => id)
}

/** Every address from which a message came. */
export async function addressesOfMessages(db: Db) {
  return (await db.selectFrom('messages').select('email').distinct().execute()).map(({ email }) => email)
}
