import { sumGiftCardRefunds } from './due.ts'
import type { PaymentEvidence } from './evidence.ts'

/** A card has what was paid for it without what was refunded and what its orders took, and these never take more than that. */
export function compareGiftCards(evidence: PaymentEvidence): string[] {
  const { giftCards, orders, ledger } = evidence
  return giftCards.flatMap(({ id, state, amountCents }) => {
    const used = orders
      .filter(({ giftCardId, status }) => giftCardId === id && status !== 'cancelled')
      .reduce((sum, { giftCardCents }) => sum + (giftCardCents ?? 0), 0)
    const left = -ledger
      .filter(({ account, item }) => account === 'gift-cards' && item === id)
      .reduce((sum, { cents }) => sum + cents, 0)
    const paid = state === 'unpaid' ? 0 : amountCents - sumGiftCardRefunds(id, evidence)
    return [
      ...(used > paid ? [`doubled: gift card ${id} of ${paid} was used for ${used}`] : []),
      ...(left === paid - used ? [] : [`gift card ${id} has ${left} left instead of ${paid - used}`]),
    ]
  })
}
