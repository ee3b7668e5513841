import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'

/**
 * Creates the admin's account from the settings, once: a password changed since is never overwritten. An unverified
 * account with this address, which a stranger may have made, becomes the admin's: the operator's setting is the proof.
 */
export async function ensureAdmin(
  { database, signIn }: { database: Pick<Database, 'transaction'>; signIn: SignIn },
  { email, password }: { email: string; password: string | undefined },
) {
  if (!password) return
  if ((await signIn.findAccount(email))?.isVerified) return
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) throw new Error('the password queue is full at the start')
  const create = () =>
    database.transaction(async () => {
      const account = await signIn.findAccount(email)
      if (!account) await signIn.addAccount({ name: 'Admin', email, hash, isVerified: true })
      else if (!account.isVerified) await signIn.verifyAccount(account.id, hash)
    })
  // Of two processes that start at once, the second finds the account.
  await create().catch(create)
}
