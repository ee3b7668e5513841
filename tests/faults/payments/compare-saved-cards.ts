import type { PaymentEvidence } from './evidence.ts'

/** The provider keeps the cards that the website has, and no other. */
export function compareSavedCards({ savedCards, customers }: PaymentEvidence): string[] {
  return customers.flatMap(({ customer, isDeleted }) => {
    const saved = savedCards.find((card) => card.customer === customer)
    if ((saved?.forgottenAt === null) !== isDeleted) return []
    const card = `card ${customer} of ${saved?.subject ?? 'nothing'}`
    return [isDeleted ? `lost: ${card} was deleted` : `${card} is kept and was not to be`]
  })
}
