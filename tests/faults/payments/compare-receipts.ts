import type { PaymentEvidence } from './evidence.ts'

/** Without gaps, each with one email, and that of a booking with the taxes of its days. */
export function compareReceipts(evidence: PaymentEvidence): string[] {
  const { payments, receipts } = evidence
  const numbered = payments.filter(({ receiptNumber }) => receiptNumber !== null)
  const numbers = numbered.map(({ receiptNumber }) => receiptNumber ?? 0).toSorted((one, other) => one - other)
  const gaps = numbers.some((number, index) => number !== index + 1)
  const wrong = numbered.filter(({ id }) => receipts.filter((one) => one === id).length !== 1)
  return [
    ...(gaps ? [`the receipts are numbered ${numbers.join(', ')}`] : []),
    ...wrong.map(({ id }) => `payment ${id} has not exactly one email with its receipt`),
    ...numbered.flatMap((payment) => compareTaxes(payment, evidence)),
  ]
}

function compareTaxes(
  { id, subject }: PaymentEvidence['payments'][number],
  { appointments, bookingReceipts }: PaymentEvidence,
) {
  const days = appointments.filter((day) => subject === `appointment:${day.id}` || subject === `plan:${day.planId}`)
  if (days.length === 0) return []
  const due = days.map(({ taxRate }) => taxRate ?? 0).join(' ')
  const issued = bookingReceipts.find(({ paymentId }) => paymentId === id)?.taxRates
  return issued === due ? [] : [`the receipt of payment ${id} has the tax rates ${issued} instead of ${due}`]
}
