import type { Tx } from '#app/database/tables.ts'

/** `exceptSessionId`: the one from which the owner just changed the password. */
type Whose = { accountId: string; exceptSessionId?: string }

/**
 * Ends everything that still lets somebody into an account without its present password: sessions, links to reset the
 * password or to confirm the email, sign-ins that wait for a code, and links of `admin:link`. The second factor stays.
 */
export async function revokeAccess({ tx }: { tx: Tx }, { accountId, exceptSessionId }: Whose) {
  // The permissions before the sessions: a code that is entered at this moment has made its session once that is through.
  await tx.deleteFrom('verifications').where('value', '=', accountId).execute()
  const sessions = tx.deleteFrom('sessions').where('userId', '=', accountId)
  await (exceptSessionId ? sessions.where('id', '!=', exceptSessionId) : sessions).execute()
  const email = tx.selectFrom('users').select('email').where('id', '=', accountId)
  await tx.deleteFrom('adminLinks').where('email', 'in', email).execute()
}

/**
 * The same for every account, after a restore: it brings back what was revoked since the backup, which may be why it was
 * restored. Answers how many sessions there were.
 */
export async function revokeAllAccess(tx: Tx): Promise<number> {
  await tx.deleteFrom('verifications').execute()
  const ended = await tx.deleteFrom('sessions').executeTakeFirst()
  await tx.deleteFrom('adminLinks').execute()
  return Number(ended.numDeletedRows)
}
