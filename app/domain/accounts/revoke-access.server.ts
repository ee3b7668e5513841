import type { Tx } from '#app/database/tables.ts'

/** `exceptSessionId`: the one from which the owner just changed the password. */
type Whose = { accountId: string; exceptSessionId?: string } | 'every-account'

/**
 * Ends everything that still lets somebody into an account without its present password: sessions, links to reset the
 * password or to confirm the email, sign-ins that wait for a code, and links of `admin:link`. The second factor stays.
 * Of every account after a restore, which brings back what was revoked since the backup.
 */
export async function revokeAccess({ tx }: { tx: Tx }, whose: Whose) {
  // The permissions before the sessions: a code that is entered at this moment has made its session once that is through.
  if (whose === 'every-account') {
    await tx.deleteFrom('verifications').execute()
    await tx.deleteFrom('sessions').execute()
    await tx.deleteFrom('admin_links').execute()
    return
  }
  const { accountId, exceptSessionId } = whose
  await tx.deleteFrom('verifications').where('value', '=', accountId).execute()
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', accountId)
  await (exceptSessionId ? sessions.where('id', '!=', exceptSessionId) : sessions).execute()
  const email = tx.selectFrom('users').select('email').where('id', '=', accountId)
  await tx.deleteFrom('admin_links').where('email', 'in', email).execute()
}
