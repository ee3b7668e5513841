import { compareGiftCards } from './compare-gift-cards.ts'
import { compareRefunds } from './compare-refunds.ts'
import { compareReceipts } from './compare-receipts.ts'
import { compareSavedCards } from './compare-saved-cards.ts'
import { compareSubjects } from './compare-subjects.ts'
import type { PaymentEvidence } from './evidence.ts'

/** Compares the website with the provider; returns the violations as sentences. */
export const comparePayments = (evidence: PaymentEvidence): string[] => [
  ...compareRecords(evidence),
  ...compareSubjects(evidence),
  ...compareTotal(evidence),
  ...evidence.unbalanced.map((key) => `${key} of the ledger does not add up to 0`),
  ...compareGiftCards(evidence),
  ...compareSavedCards(evidence),
  ...compareReceipts(evidence),
  ...compareRefunds(evidence),
]

/** What was paid is recorded, and the other way round. */
function compareRecords({ taken, payments }: PaymentEvidence) {
  const byProviderId = new Map(payments.map((payment) => [payment.providerId, payment]))
  return [
    ...taken
      .filter(({ id, cents }) => byProviderId.get(id)?.paidCents !== cents)
      .map(({ id }) => `lost: ${id} was paid and is not recorded`),
    ...payments
      .filter(({ state, providerId }) => state === 'paid' && !taken.some(({ id }) => id === providerId))
      .map(({ id }) => `payment ${id} is recorded and was not paid`),
  ]
}

function compareTotal({ taken, ledger }: PaymentEvidence) {
  const provider = taken.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
  // Fees are posted once a night.
  const ours = ledger
    .filter(({ account }) => account === 'provider' || account === 'provider-fees')
    .reduce((sum, { cents }) => sum + cents, 0)
  return ours === provider ? [] : [`the ledger has ${ours} at the provider, which has ${provider}`]
}
