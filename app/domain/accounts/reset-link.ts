import type { Signer } from '#app/vault/signing.server.ts'

const purpose = 'reset password'

/** Names the permission by its id, so that whoever reads the database has no link. */
export const signResetLink = (signer: Pick<Signer, 'sign'>, resetId: string) =>
  `/login/reset/${signer.sign(purpose, resetId)}`

export const readResetLink = (signer: Pick<Signer, 'verifyLink'>, token: string) => signer.verifyLink(purpose, token)
