import type { PaymentEvidence } from './evidence.ts'

/** The provider keeps the cards that the website has, and no other. */
export function compareSavedCards({ savedCards, customers }: PaymentEvidence): string[] {
  const kept = new Set(savedCards.filter(({ forgottenAt }) => forgottenAt === null).map(({ customer }) => customer))
  return customers.flatMap(({ customer, isDeleted }) => {
    if (kept.has(customer) !== isDeleted) return []
    return [isDeleted ? `lost: card ${customer} was deleted` : `card ${customer} is kept and was not to be`]
  })
}
