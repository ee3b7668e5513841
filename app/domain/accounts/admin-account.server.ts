import type { Database } from '#app/database/connection.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'

/**
 * Makes the admin's account from the settings, once: a password changed since is never overwritten. An account that
 * somebody else made with this address before, without proving it, becomes the admin's: the operator's word is proof.
 */
export async function ensureAdmin(
  { database, signIn }: { database: Pick<Database, 'transaction'>; signIn: SignIn },
  { email, password }: { email: string; password: string | undefined },
) {
  if (!password) return
  if ((await signIn.findAccount(email))?.isVerified) return
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) throw new Error('nobody else waits for a password at the start')
  const make = () =>
    database.transaction(async () => {
      const account = await signIn.findAccount(email)
      if (!account) await signIn.addAccount({ name: 'Admin', email, hash, isVerified: true })
      else if (!account.isVerified) await signIn.verifyAccount(account.id, hash)
    })
  // Of two processes that start at once the later one finds the account made.
  await make().catch(make)
}
