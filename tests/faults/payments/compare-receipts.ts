import type { PaymentEvidence } from './evidence.ts'

/** Without gaps, and each with one email. */
export function compareReceipts({ payments, receipts }: PaymentEvidence): string[] {
  const numbered = payments.filter(({ receiptNumber }) => receiptNumber !== null)
  const numbers = numbered.map(({ receiptNumber }) => receiptNumber ?? 0).toSorted((one, other) => one - other)
  const gaps = numbers.some((number, index) => number !== index + 1)
  const wrong = numbered.filter(({ id }) => receipts.filter((one) => one === id).length !== 1)
  return [
    ...(gaps ? [`the receipts are numbered ${numbers.join(', ')}`] : []),
    ...wrong.map(({ id }) => `payment ${id} has not exactly one email with its receipt`),
  ]
}
