import type { Tables } from '#app/database/tables.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Signer } from '#app/vault/signing.server.ts'

/** Without its code, which is sealed. */
export type GiftCard = Omit<WithoutNulls<Tables['giftCards']>, 'code' | 'codeHash'>

/** What can be bought with one press. */
export const offeredCents = [5_000, 10_000, 15_000]
export const leastCents = 1_000
export const mostCents = 100_000

/** What a payment for it is about. */
export const cardSubject = (id: string): Subject => `gift-card:${id}`

/** 'K7F2 9QXW 3MPT 8D4V' */
export const formatCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')

const purpose = 'gift-card'

export const cardPath = (token: string) => `/gift-cards/${token}`

/** A signed link shows the code without an account. It does not expire, but a new code ends the links to the old one. */
export const signCardLink = (signer: Pick<Signer, 'sign'>, { id, issue }: Pick<GiftCard, 'id' | 'issue'>) =>
  cardPath(signer.sign(purpose, `${id}/${issue}`))

export function readCardLink(
  signer: Pick<Signer, 'verifyLink'>,
  token: string,
): { id: string; issue: number } | undefined {
  const [id, issue] = signer.verifyLink(purpose, token)?.split('/') ?? []
  return id === undefined ? undefined : { id, issue: Number(issue) }
}
