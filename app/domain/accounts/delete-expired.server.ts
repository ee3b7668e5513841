import type { Database } from '#app/database/connection.server.ts'
import { eraseEmailsTo } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'

const unverifiedMs = 30 * 24 * 60 * 60 * 1000

/**
 * Deletes ended sessions, expired links, and accounts that stayed unverified for a month: their address may belong to
 * a person who knows nothing of it, so the emails to it go too. While the site sends no email, addresses cannot be
 * verified, and the accounts stay.
 */
export async function deleteExpiredAccounts(
  { database, signIn, emailsLeave }: { database: Database; signIn: SignIn; emailsLeave: boolean },
  now: number,
): Promise<void> {
  await signIn.deleteExpired(now)
  if (!emailsLeave) return
  for (const id of await signIn.listUnverifiedBefore(now - unverifiedMs)) {
    if ((await signIn.listSessions(id)).length > 0) continue
    await database.transaction(async (tx) => {
      const account = await signIn.findAccountById(id)
      if (!account || account.isVerified) return
      await eraseEmailsTo(
        tx,
        [account.email],
        ['account-confirm', 'account-known', 'password-reset', 'password-changed', 'passkey-added'],
      )
      await signIn.removeAccount(id)
    })
  }
}
