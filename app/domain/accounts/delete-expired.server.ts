import type { Database } from '#app/database/connection.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'

const unprovedForMs = 30 * 24 * 60 * 60 * 1000

/**
 * Sign-ins that have ended, links that nobody used, and accounts whose address nobody proved in a month. These may hold
 * the address of somebody who knows nothing of it, and so do the emails to it, which go with them. While no email
 * leaves the house nobody can prove an address, so they stay.
 */
export async function deleteExpiredAccounts(
  { database, signIn, emailsLeave }: { database: Database; signIn: SignIn; emailsLeave: boolean },
  now: number,
): Promise<void> {
  await signIn.deleteExpired(now)
  if (!emailsLeave) return
  for (const id of await signIn.listUnverifiedBefore(now - unprovedForMs)) {
    if ((await signIn.listSessions(id)).length > 0) continue
    await database.transaction(async (tx) => {
      const account = await signIn.findAccountById(id)
      if (!account || account.isVerified) return
      await eraseEmailsTo(
        tx,
        [account.email],
        ['account-confirm', 'account-known', 'password-reset', 'password-changed'],
      )
      await signIn.removeAccount(id)
    })
  }
}
