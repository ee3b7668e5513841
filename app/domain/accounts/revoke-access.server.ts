import type { Tx } from '#app/database/tables.ts'

/**
 * Ends all access to an account without its password: sessions, links to reset the password or confirm the email,
 * sign-ins that wait for a code, and links of `admin:link`. Two-factor authentication and passkeys stay. `exceptSessionId`: the session
 * from which the owner just changed the password.
 */
export async function revokeAccess(
  { tx }: { tx: Tx },
  { accountId, exceptSessionId }: { accountId: string; exceptSessionId?: string },
) {
  // Before the sessions: this waits for a code being entered right now, whose session is then deleted below.
  await tx.deleteFrom('verifications').where('value', '=', accountId).execute()
  const sessions = tx.deleteFrom('sessions').where('userId', '=', accountId)
  await (exceptSessionId ? sessions.where('id', '!=', exceptSessionId) : sessions).execute()
  const email = tx.selectFrom('users').select('email').where('id', '=', accountId)
  await tx.deleteFrom('adminLinks').where('email', 'in', email).execute()
}

/**
 * After a restore, which brings back access that was revoked since the backup, passkeys that were removed, and invitations
 * that were withdrawn. Returns the number of sessions ended.
 */
export async function revokeAllAccess(tx: Tx): Promise<number> {
  await tx.deleteFrom('verifications').execute()
  const ended = await tx.deleteFrom('sessions').executeTakeFirst()
  await tx.deleteFrom('adminLinks').execute()
  await tx.deleteFrom('invitations').execute()
  await tx.deleteFrom('passkeys').execute()
  return Number(ended.numDeletedRows)
}
