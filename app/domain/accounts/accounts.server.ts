import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'

export type KnownAccount = { name: string; email: string }

/** Accounts by id; deleted ones are left out. */
export async function findAccounts(
  { db }: Pick<Database, 'db'>,
  ids: readonly string[],
): Promise<Map<string, KnownAccount>> {
  if (ids.length === 0) return new Map()
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(accounts.map(({ id, ...account }) => [id, account]))
}

/**
 * The admin's account; undefined until the address is verified. A passkey stands for two-factor authentication only where
 * that is required: elsewhere the password alone still opens the dashboard.
 */
export async function findAdmin(
  { db }: Pick<Database, 'db'>,
  { email, mustHaveSecondFactor }: { email: string; mustHaveSecondFactor: boolean },
) {
  const account = await db
    .selectFrom('users')
    .select(['emailVerified', 'twoFactorEnabled', isOwnerOfPasskey])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account?.emailVerified) return undefined
  const { twoFactorEnabled, hasPasskeys } = account
  return { hasSecondFactor: Boolean(twoFactorEnabled || (mustHaveSecondFactor && hasPasskeys)) }
}

/** For queries of accounts. */
export const isOwnerOfPasskey = (eb: ExpressionBuilder<Tables, 'users'>) =>
  eb
    .exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id'))
    .as('hasPasskeys')

export const findPersonsAccount = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'name']).where('email', '=', email).executeTakeFirst()

/** Deletes an account with its sessions, password, passkeys and two-factor authentication, and the links that were sent for it. */
export async function deletePersonsAccount(tx: Tx, id: string) {
  await tx.deleteFrom('verifications').where('value', '=', id).execute()
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

export async function listAccountAddresses(db: Db) {
  return (await db.selectFrom('users').select('email').execute()).map(({ email }) => email)
}

/** Whether somebody showed, by an emailed link, that the account's address is theirs. */
export async function isConfirmedAddress(db: Db, email: string) {
  const account = await db.selectFrom('users').select('emailVerified').where('email', '=', email).executeTakeFirst()
  return Boolean(account?.emailVerified)
}

/** In the order of the addresses. */
export async function listConfirmedAddresses(db: Db, { after, most }: { after: string; most: number }) {
  const isTrue = sql<boolean>`email_verified`
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where(isTrue)
    .where('email', '>', after)
    .orderBy('email')
    .limit(most)
    .execute()
  return rows.map(({ email }) => email)
}
