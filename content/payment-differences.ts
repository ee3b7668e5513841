import type { DifferenceKind } from '#app/domain/payments/difference.ts'
import type { ProviderTask } from '#app/domain/payments/provider-health.server.ts'

const dollars = (cents: string | undefined) => cents ?? 'nothing'

/** For the list of payments and Today. `about` and the amounts are formatted; one side may have nothing. */
export function describeDifference(kind: DifferenceKind, about: string, ours?: string, theirs?: string): string {
  switch (kind) {
    case 'unknown-payment':
      return `The provider has a payment of ${dollars(theirs)} that the ledger doesn’t know (${about})`
    case 'missing-payment':
      return `${about}: the provider’s list has no payment of ${dollars(ours)}`
    case 'payment-amount':
      return `${about}: paid ${dollars(ours)} in the ledger, ${dollars(theirs)} at the provider`
    case 'unknown-refund':
      return `The provider sent back ${dollars(theirs)} that the ledger doesn’t know (${about})`
    case 'missing-refund':
      return `${about}: the provider’s list has no refund of ${dollars(ours)}`
    case 'refund-amount':
      return `${about}: refunded ${dollars(ours)} in the ledger, ${dollars(theirs)} at the provider`
    case 'refund-failed':
      return `${about}: the provider rejected a refund of ${dollars(ours)}`
    case 'disputed':
      return `${about}: the payer’s bank took back ${dollars(theirs)}. Answer the dispute on the provider’s website`
    case 'dispute-returned':
      return `${about}: the payer’s bank gave back ${dollars(theirs)} that was disputed`
    case 'unknown-movement':
      return `The provider moved ${dollars(theirs)} of a kind that this website doesn’t know (${about})`
    case 'unanswered':
      return `${about}: the provider doesn’t say whether ${dollars(ours)} was paid`
  }
}

/** What the clinic does not see or get while the provider refuses. */
const troubles: Record<ProviderTask, string> = {
  compare: 'Payments can’t be compared with the payment provider’s list.',
  read: 'Payments can’t be read at the payment provider, so what customers paid is not known here.',
  open: 'Customers can’t pay online: the payment provider refuses to open the page for it.',
}

export const describeTrouble = (name: ProviderTask, reason: string) => `${troubles[name]} Reason: ${reason}`
