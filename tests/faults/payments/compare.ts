/** What the provider took and sent back, and what the website has of it. */
export type PaymentEvidence = {
  /** At the provider, by its ids. */
  taken: { id: string; cents: number; refundedCents: number; reference: string }[]
  orders: {
    id: string
    number: string
    status: string
    totalCents: number
    /** In the total. */
    taxCents: number
    paidWith: string | null
  }[]
  payments: {
    id: string
    subject: string
    state: string
    providerId: string | null
    paidCents: number | null
    receiptNumber: number | null
  }[]
  refunds: { paymentId: string; state: string; amountCents: number }[]
  balances: ReadonlyMap<string, number>
  unbalanced: string[]
  /** Payments of which an email with a receipt was accepted, once for each email. */
  receipts: string[]
}

/** Compares the ledger with the provider; returns the violations as sentences. */
export function comparePayments(evidence: PaymentEvidence): string[] {
  const { taken, orders, payments, balances, unbalanced } = evidence
  const byProviderId = new Map(payments.map((payment) => [payment.providerId, payment]))
  const violations = taken
    .filter(({ id, cents }) => byProviderId.get(id)?.paidCents !== cents)
    .map(({ id }) => `lost: ${id} was paid and is not recorded`)
  for (const { id, providerId } of payments.filter(({ state }) => state === 'paid'))
    if (!taken.some((one) => one.id === providerId)) violations.push(`payment ${id} is recorded and was not paid`)
  for (const order of orders) violations.push(...compareOrder(order, evidence))
  const provider = taken.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
  // Fees are posted once a night.
  const ours = (balances.get('provider') ?? 0) + (balances.get('provider-fees') ?? 0)
  if (ours !== provider) violations.push(`the ledger has ${ours} at the provider, which has ${provider}`)
  if ((balances.get('receivable') ?? 0) !== 0) violations.push(`${balances.get('receivable')} are owed by nobody`)
  const tax = orders.filter(isPaid).reduce((sum, { taxCents }) => sum + taxCents, 0)
  if (tax !== -(balances.get('sales-tax') ?? 0))
    violations.push(`the ledger has ${balances.get('sales-tax')} of sales tax, and paid orders have ${tax}`)
  violations.push(...unbalanced.map((key) => `${key} of the ledger does not add up to 0`))
  return [...violations, ...compareReceipts(evidence)]
}

const isPaid = ({ status, paidWith }: PaymentEvidence['orders'][number]) => paidWith !== null && status !== 'cancelled'

/** An order that is paid has its total once at the provider; any other has nothing there. */
function compareOrder(order: PaymentEvidence['orders'][number], { taken, payments }: PaymentEvidence) {
  const { number, status, totalCents } = order
  const mine = payments.filter(({ subject }) => subject === `order:${number}`).map((payment) => payment.id)
  const net = taken
    .filter(({ reference }) => mine.includes(reference))
    .reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0)
  const due = isPaid(order) ? totalCents : 0
  if (net === due) return []
  return [`${net > due ? 'doubled' : 'lost'}: order ${number} (${status}) has ${net} at the provider instead of ${due}`]
}

/** Without gaps, and each with one email. */
function compareReceipts({ payments, receipts }: PaymentEvidence) {
  const numbered = payments.filter(({ receiptNumber }) => receiptNumber !== null)
  const numbers = numbered.map(({ receiptNumber }) => receiptNumber ?? 0).toSorted((one, other) => one - other)
  const gaps = numbers.some((number, index) => number !== index + 1)
  const wrong = numbered.filter(({ id }) => receipts.filter((one) => one === id).length !== 1)
  return [
    ...(gaps ? [`the receipts are numbered ${numbers.join(', ')}`] : []),
    ...wrong.map(({ id }) => `payment ${id} has not exactly one email with its receipt`),
  ]
}
