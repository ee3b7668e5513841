import type { Db, Tx } from '#app/database/tables.ts'

/** The account with an address, if there is one. */
export const findPersonsAccount = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'name']).where('email', '=', email).executeTakeFirst()

/** Deletes an account with its sign-ins, password and second factor, and the links that were sent for it. */
export async function deletePersonsAccount(tx: Tx, id: string) {
  await tx.deleteFrom('verifications').where('value', '=', id).execute()
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Every address of an account. */
export async function listAccountAddresses(db: Db) {
  return (await db.selectFrom('users').select('email').execute()).map(({ email }) => email)
}
