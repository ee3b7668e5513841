import type { Signer } from '#app/vault/signing.server.ts'

const purpose = 'confirm account'

const confirmPath = (token: string) => `/login/confirm/${token}`

/**
 * The link names account and end, and works while the sign-in library has the permission that it stands for. The password
 * is asked for as well, since whoever signed up may be a stranger.
 */
export const signConfirmLink = (signer: Pick<Signer, 'sign'>, { accountId, until }: Confirmation) =>
  confirmPath(signer.sign(purpose, `${until}:${accountId}`))

export type Confirmation = { accountId: string; /** Epoch milliseconds. */ until: number }

/** What the link stands for, while its time is not over. */
export function readConfirmLink(
  signer: Pick<Signer, 'verifyLink'>,
  token: string,
  now: number,
): Confirmation | undefined {
  const [until, accountId] = signer.verifyLink(purpose, token)?.split(':') ?? []
  return accountId && Number(until) > now ? { accountId, until: Number(until) } : undefined
}
