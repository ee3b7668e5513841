import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'

/** `by`: what is asked for; 'passkey' where nothing else will do. */
export type Confirmation = { by: 'code' | 'password' | 'passkey'; hasPasskeys: boolean }

/**
 * How somebody who works here confirms who they are: by a passkey if they have one, or else by a code, or the password
 * without two-factor authentication. Where that is required, and a passkey stands for it, the password is not enough.
 */
export async function findConfirmation(
  { signIn, config }: { signIn: SignIn; config: { admin: { mustHaveSecondFactor: boolean } } },
  { accountId, hasSecondFactor }: { accountId: string; hasSecondFactor: boolean },
): Promise<Confirmation> {
  const hasPasskeys = await signIn.hasPasskeys(accountId)
  if (hasSecondFactor) return { by: 'code', hasPasskeys }
  return { by: hasPasskeys && config.admin.mustHaveSecondFactor ? 'passkey' : 'password', hasPasskeys }
}
