import { expect, test } from 'vitest'
import { comparePayments, type PaymentEvidence } from './compare.ts'

/** One order, paid once. */
const fine = (): PaymentEvidence => ({
  taken: [{ id: 'pi_1', cents: 500, refundedCents: 0, reference: 'p1' }],
  orders: [{ id: 'o1', number: 'A-1', status: 'new', totalCents: 500, taxCents: 45, paidWith: 'p1' }],
  payments: [{ id: 'p1', subject: 'order:A-1', state: 'paid', providerId: 'pi_1', paidCents: 500, receiptNumber: 1 }],
  refunds: [],
  balances: new Map([
    ['provider', 500],
    ['receivable', 0],
    ['product-sales', -455],
    ['sales-tax', -45],
  ]),
  unbalanced: [],
  receipts: ['p1'],
})

test('an order that was paid once is fine', () => {
  expect(comparePayments(fine())).toEqual([])
})

const broken: [string, (evidence: PaymentEvidence) => void, RegExp][] = [
  ['a payment that is not recorded', (all) => (all.payments[0]!.providerId = null), /^lost: pi_1 was paid/],
  ['a payment that was not made', (all) => (all.taken = []), /p1 is recorded and was not paid/],
  [
    'an order that was charged twice',
    (all) => all.taken.push({ ...all.taken[0]!, id: 'pi_2' }),
    /doubled: order A-1 \(new\) has 1000/,
  ],
  ['money of a canceled order', (all) => (all.orders[0]!.status = 'cancelled'), /^doubled: order A-1/],
  ['money that was sent back of an order that is paid', (all) => (all.taken[0]!.refundedCents = 1), /^lost: order A-1/],
  ['another sum in the ledger', (all) => (all.balances = new Map([['provider', 1]])), /the ledger has 1/],
  ['another tax in the ledger', (all) => (all.orders[0]!.taxCents = 44), /has -45 of sales tax/],
  ['a transaction that does not add up', (all) => all.unbalanced.push('sale:p1'), /sale:p1/],
  ['a gap between receipts', (all) => (all.payments[0]!.receiptNumber = 2), /numbered 2/],
  ['a receipt that was emailed twice', (all) => all.receipts.push('p1'), /not exactly one email/],
]
test.each(broken)('the comparison finds %s', (_, breaks, sentence) => {
  const evidence = fine()
  breaks(evidence)
  expect(comparePayments(evidence).join('\n')).toMatch(sentence)
})
