import type { Signer } from '#app/vault/signing.server.ts'

// Each link names a row: deleting it ends the link, and reading the database does not give the link away, since it is
// signed.

const confirmPurpose = 'confirm account'
const resetPurpose = 'reset password'
const invitationPurpose = 'invitation'

/** `until`: epoch milliseconds. */
export type Confirmation = { accountId: string; until: number }

export const signConfirmLink = (signer: Pick<Signer, 'sign'>, { accountId, until }: Confirmation) =>
  `/login/confirm/${signer.sign(confirmPurpose, `${until}:${accountId}`)}`

export function readConfirmLink(
  signer: Pick<Signer, 'verifyLink'>,
  token: string,
  now: number,
): Confirmation | undefined {
  const [until, accountId] = signer.verifyLink(confirmPurpose, token)?.split(':') ?? []
  return accountId && Number(until) > now ? { accountId, until: Number(until) } : undefined
}

export const signResetLink = (signer: Pick<Signer, 'sign'>, resetId: string) =>
  `/login/reset/${signer.sign(resetPurpose, resetId)}`

export const readResetLink = (signer: Pick<Signer, 'verifyLink'>, token: string) =>
  signer.verifyLink(resetPurpose, token)

export const signInvitationLink = (signer: Pick<Signer, 'sign'>, invitationId: string) =>
  `/login/invitation/${signer.sign(invitationPurpose, invitationId)}`

export const readInvitationLink = (signer: Pick<Signer, 'verifyLink'>, token: string) =>
  signer.verifyLink(invitationPurpose, token)
