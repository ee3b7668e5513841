import type { Signer } from '#app/vault/signing.server.ts'

// Signed links that need no account. An offer's can only be used for the person on the list, whoever opens it.

export const offerPurpose = 'waitlist offer'
export const entryPurpose = 'waitlist entry'

export const signOfferLink = (signer: Pick<Signer, 'sign'>, offerId: string) =>
  `/offers/${signer.sign(offerPurpose, offerId)}`

export const signEntryLink = (signer: Pick<Signer, 'sign'>, entryId: string) =>
  `/waitlist/${signer.sign(entryPurpose, entryId)}`
