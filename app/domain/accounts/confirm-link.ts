import type { Signer } from '#app/vault/signing.server.ts'

const purpose = 'confirm account'

const confirmPath = (token: string) => `/login/confirm/${token}`

/** The link names account and end; the password is asked for as well, since whoever signed up may be a stranger. */
export const signConfirmLink = (
  signer: Pick<Signer, 'sign'>,
  { accountId, until }: { accountId: string; until: number },
) => confirmPath(signer.sign(purpose, `${until}:${accountId}`))

/** The account, while the link is good. */
export function readConfirmLink(signer: Pick<Signer, 'verify'>, token: string, now: number) {
  const [until, accountId] = signer.verify(purpose, token)?.split(':') ?? []
  return Number(until) > now ? accountId : undefined
}
