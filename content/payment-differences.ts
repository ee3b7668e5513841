import type { DifferenceKind } from '#app/domain/payments/difference.ts'

const dollars = (cents: string | undefined) => cents ?? 'nothing'

/** For the list of payments and Today. Amounts are formatted; one side may have nothing. */
export const describeDifference = (kind: DifferenceKind, about: string, ours?: string, theirs?: string) =>
  ({
    'unknown-payment': `The provider has a payment of ${dollars(theirs)} that the ledger doesn’t know (${about})`,
    'missing-payment': `The provider’s list has no payment of ${dollars(ours)} for order ${about}`,
    'payment-amount': `Order ${about}: ${dollars(ours)} in the ledger, ${dollars(theirs)} at the provider`,
    'unknown-refund': `The provider sent back ${dollars(theirs)} that the ledger doesn’t know (${about})`,
    'missing-refund': `The provider’s list has no refund of ${dollars(ours)} for order ${about}`,
    'refund-amount': `Refund of order ${about}: ${dollars(ours)} in the ledger, ${dollars(theirs)} at the provider`,
    'refund-failed': `The provider rejected a refund of ${dollars(ours)} for order ${about}`,
    unanswered: `The provider doesn’t say whether ${dollars(ours)} was paid for order ${about}`,
  })[kind]
