import { expect, test } from 'vitest'
import { comparePayments } from './compare.ts'
import type { PaymentEvidence } from './evidence.ts'

/** One order, paid once. */
const order = (): PaymentEvidence => ({
  ...nothing(),
  taken: [{ id: 'pi_1', cents: 500, refundedCents: 0, reference: 'p1' }],
  payments: [paid('p1', 'order:A-1', 'pi_1', 500)],
  orders: [
    {
      ...{ number: 'A-1', status: 'new', totalCents: 500, paidWith: 'p1', giftCardId: null, giftCardCents: null },
      lines: [{ priceCents: 455, quantity: 1, taxCents: 45 }],
    },
  ],
  ledger: post('order:A-1', { provider: 500, receivable: 0, 'product-sales': -455, 'sales-tax': -45 }),
  receipts: ['p1'],
})

/** A gift card, half of which paid for an order; its tax is shared out. */
const giftCard = (): PaymentEvidence => ({
  ...nothing(),
  taken: [{ id: 'pi_1', cents: 1_000, refundedCents: 0, reference: 'p1' }],
  payments: [paid('p1', 'gift-card:g1', 'pi_1', 1_000)],
  giftCards: [{ id: 'g1', state: 'active', amountCents: 1_000 }],
  orders: [
    {
      ...{ number: 'A-1', status: 'new', totalCents: 1_000, paidWith: null, giftCardId: 'g1', giftCardCents: 500 },
      lines: [{ priceCents: 900, quantity: 1, taxCents: 100 }],
    },
  ],
  ledger: [
    ...post('gift-card:g1', { provider: 1_000, 'gift-cards': -1_000 }, 'g1'),
    ...post('order:A-1', { 'gift-cards': 500, 'product-sales': -450, 'sales-tax': -50 }, 'g1'),
  ],
  receipts: ['p1'],
})

/** The same order, of which staff refunded a part. */
const refunded = (): PaymentEvidence => ({
  ...order(),
  taken: [{ id: 'pi_1', cents: 500, refundedCents: 100, reference: 'p1' }],
  ...byStaff(100),
  ledger: post('order:A-1', { provider: 400, receivable: 0, 'product-sales': -364, 'sales-tax': -36 }),
})

/** A deposit of an appointment to come. */
const booking = (): PaymentEvidence => ({
  ...nothing(),
  taken: [{ id: 'pi_1', cents: 5_000, refundedCents: 0, reference: 'p1' }],
  payments: [paid('p1', 'appointment:b1', 'pi_1', 5_000)],
  appointments: [{ ...appointment(), payCents: 5_000, cancelFee: 2_000, paidWith: 'p1' }],
  bookingReceipts: [{ paymentId: 'p1', taxRates: '25000' }],
  ledger: post('appointment:b1', { provider: 5_000, prepaid: -5_000 }),
  receipts: ['p1'],
})

/** The same after the visit, with its tax, less what staff refunded. */
const visit = (): PaymentEvidence => ({
  ...booking(),
  taken: [{ id: 'pi_1', cents: 5_000, refundedCents: 1_000, reference: 'p1' }],
  appointments: [{ ...booking().appointments[0]!, state: 'completed' }],
  ...byStaff(1_000),
  ledger: post('appointment:b1', { provider: 4_000, 'service-sales': -3_200, 'sales-tax': -800 }),
})

/** Canceled late: staff refunded a part of the deposit before that, and a part of the fee after it. */
const late = (): PaymentEvidence => ({
  ...booking(),
  taken: [{ id: 'pi_1', cents: 5_000, refundedCents: 3_500, reference: 'p1' }],
  appointments: [{ ...booking().appointments[0]!, state: 'cancelled', cancelledLate: 1 }],
  refunds: [
    ...byStaff(1_000).refunds,
    { ...byStaff(2_000, 'r2').refunds[0]!, reason: 'canceled' },
    ...byStaff(500, 'r3').refunds,
  ],
  presses: [...byStaff(1_000).presses, { ...byStaff(500, 'r3').presses[0]!, seenCents: 3_000 }],
  ledger: post('appointment:b1', { provider: 1_500, 'cancellation-fees': -1_500 }),
})

/** A plan of four days: one has been, one was missed, one was canceled late, and one is ahead. */
const plan = (): PaymentEvidence => ({
  ...nothing(),
  taken: [{ id: 'pi_1', cents: 8_000, refundedCents: 0, reference: 'p1' }],
  payments: [paid('p1', 'plan:l1', 'pi_1', 8_000)],
  plans: [{ id: 'l1', payCents: 8_000, cancelFee: 500, paidWith: 'p1' }],
  appointments: [
    { ...appointment(), planId: 'l1', state: 'completed' },
    { ...appointment(), id: 'b2', planId: 'l1', state: 'no-show' },
    { ...appointment(), id: 'b3', planId: 'l1', state: 'cancelled', cancelledLate: 1 },
    { ...appointment(), id: 'b4', planId: 'l1' },
  ],
  bookingReceipts: [{ paymentId: 'p1', taxRates: '25000 25000 25000 25000' }],
  ledger: post('plan:l1', {
    ...{ provider: 8_000, 'service-sales': -3_200, 'sales-tax': -800 },
    ...{ 'cancellation-fees': -500, prepaid: -3_500 },
  }),
  receipts: ['p1'],
})

/** A late cancellation, whose fee was charged to the card that is kept. */
const fee = (): PaymentEvidence => ({
  ...nothing(),
  taken: [{ id: 'pi_1', cents: 4_000, refundedCents: 0, reference: 'p1' }],
  customers: [{ customer: 'cus_1', isDeleted: false }],
  payments: [{ ...paid('p1', 'fee:b1', 'pi_1', 4_000), purpose: 'charge' }],
  appointments: [{ ...appointment(), cancelFee: 4_000, state: 'cancelled', cancelledLate: 1 }],
  savedCards: [{ subject: 'appointment:b1', customer: 'cus_1', mostCents: 4_000, forgottenAt: null }],
  ledger: post('fee:b1', { provider: 4_000, 'cancellation-fees': -4_000 }),
  receipts: ['p1'],
})

test.each(Object.entries({ order, refunded, giftCard, booking, visit, late, plan, fee }))(
  'what was paid once is fine: %s',
  (_, fine) => {
    expect(comparePayments(fine())).toEqual([])
  },
)

type Broken = [what: string, fine: () => PaymentEvidence, breaks: (all: PaymentEvidence) => unknown, sentence: RegExp]
const broken: Broken[] = [
  ['a payment that is not recorded', order, (all) => (all.payments[0]!.providerId = null), /^lost: pi_1 was paid/],
  ['a payment that was not made', order, (all) => (all.taken = []), /p1 is recorded and was not paid/],
  [
    'an order that was charged twice',
    order,
    (all) => all.taken.push({ ...all.taken[0]!, id: 'pi_2' }),
    /doubled: order:A-1 has 1000/,
  ],
  ['money of a canceled order', order, (all) => (all.orders[0]!.status = 'cancelled'), /^doubled: order:A-1 has 500/],
  ['money that went back', order, (all) => (all.taken[0]!.refundedCents = 1), /^lost: order:A-1 has 499/],
  ['another sum in the ledger', order, (all) => (all.ledger[0]!.cents = 1), /the ledger has 1 at the provider/],
  ['money that nobody owes', order, (all) => (all.ledger[1]!.cents = 1), /order:A-1 has 1 in receivable instead of 0/],
  ['another tax', order, (all) => (all.orders[0]!.lines[0]!.taxCents = 44), /has -45 in sales-tax instead of -44/],
  ['a transaction that does not add up', order, (all) => all.unbalanced.push('sale:p1'), /sale:p1 of the ledger/],
  ['a gap between receipts', order, (all) => (all.payments[0]!.receiptNumber = 2), /numbered 2/],
  ['a receipt that was emailed twice', order, (all) => all.receipts.push('p1'), /not exactly one email/],
  ['money for nothing', order, (all) => (all.orders = []), /^doubled: order:A-1 has 500 at the provider instead of 0/],
  ['a card that paid nothing', giftCard, (all) => all.ledger.splice(2), /A-1 has 0 in gift-cards instead of 500/],
  ['another tax of a part', giftCard, (all) => (all.ledger.at(-1)!.cents = 0), /has 0 in sales-tax instead of -50/],
  [
    'a card that was used for too much',
    giftCard,
    (all) => (all.orders[0]!.giftCardCents = 1_001),
    /^doubled: gift card g1 of 1000 was used for 1001/m,
  ],
  [
    'what a canceled order did not give back',
    giftCard,
    (all) => (all.orders[0]!.status = 'cancelled'),
    /gift card g1 has 500 left instead of 1000/,
  ],
  ['a card that nobody paid for', giftCard, (all) => (all.giftCards[0]!.state = 'unpaid'), /^doubled: gift-card:g1/],
  [
    'a deposit that ended',
    booking,
    (all) => (all.appointments[0]!.paidWith = null),
    /^doubled: appointment:b1 has 5000/,
  ],
  ['a visit that earned nothing', booking, (all) => (all.appointments[0]!.state = 'completed'), /-5000 in prepaid/],
  [
    'a missed visit without its fee',
    booking,
    (all) => (all.appointments[0]!.state = 'no-show'),
    /0 in cancellation-fees instead of -2000/,
  ],
  [
    'a deposit that was kept whole',
    booking,
    (all) => Object.assign(all.appointments[0]!, { state: 'cancelled', cancelledLate: 1 }),
    /^doubled: appointment:b1 has 5000 at the provider instead of 2000/,
  ],
  ['a declined deposit', booking, (all) => (all.appointments[0]!.state = 'declined'), /^doubled: appointment:b1/],
  [
    'a plan that ended',
    plan,
    (all) => (all.appointments[3]!.state = 'cancelled'),
    /^doubled: plan:l1 has 8000 at the provider instead of 4500/,
  ],
  ['a plan that was not paid', plan, (all) => (all.taken[0]!.refundedCents = 8_000), /^lost: plan:l1 has 0/],
  [
    'a missed day that earned nothing',
    plan,
    (all) => (all.appointments[1]!.state = 'confirmed'),
    /plan:l1 has -3200 in service-sales instead of -1600/,
  ],
  [
    'a late day without its fee',
    plan,
    (all) => (all.appointments[2]!.cancelledLate = null),
    /-500 in cancellation-fees instead of 0/,
  ],
  [
    'a late day that was forfeited whole',
    plan,
    (all) => (all.plans[0]!.cancelFee = 9_000),
    /-500 in cancellation-fees instead of -2000/,
  ],
  ['a day with another tax', plan, (all) => (all.bookingReceipts[0]!.taxRates = '25000'), /has the tax rates 25000 i/],
  ['a visit without its tax', visit, (all) => (all.appointments[0]!.taxRate = 0), /-800 in sales-tax instead of 0/],
  ['a refund that was not sent', refunded, (all) => (all.taken[0]!.refundedCents = 0), /^doubled: order:A-1 has 500/],
  ['a refund without its tax', refunded, (all) => (all.ledger[3]!.cents = -45), /-45 in sales-tax instead of -36/],
  ['a refund that nobody pressed', refunded, (all) => (all.presses = []), /refund r1 is not what staff pressed/],
  [
    'a refund of another amount',
    refunded,
    (all) => (all.presses[0]!.cents = 99),
    /refund r1 is not what staff pressed/,
  ],
  [
    'a refund that was rejected',
    refunded,
    (all) => (all.presses[0]!.answer = 'rejected'),
    /refund r1 is not what staff pressed/,
  ],
  ['a refund that was lost', refunded, (all) => (all.refunds = []), /^lost: refund r1 was accepted/m],
  ['a refund that failed', refunded, (all) => (all.refunds[0]!.state = 'failed'), /refund r1 was more than there is/],
  [
    'a part that was refunded in two windows',
    refunded,
    (all) => {
      const { refunds, presses } = byStaff(100, 'r2')
      all.refunds.push(...refunds)
      all.presses.push(...presses)
    },
    /^doubled: staff who saw 0 of payment p1 refunded/m,
  ],
  [
    'a fee that was kept of what staff had refunded',
    late,
    (all) => (all.presses[0]!.seenCents = 3_500),
    /^doubled: appointment:b1 has 1500 at the provider instead of 500/,
  ],
  [
    'a gift card whose refund is still on it',
    giftCard,
    (all) => Object.assign(all, byStaff(100)),
    /gift card g1 has 500 left instead of 400/,
  ],
  [
    'a fee that was not charged',
    fee,
    (all) => (all.taken = []),
    /^lost: fee:b1 has 0 at the provider instead of 4000/m,
  ],
  ['a fee that was not owed', fee, (all) => (all.appointments[0]!.cancelledLate = null), /^doubled: fee:b1 has 4000/],
  ['a fee that was declined', fee, (all) => (all.payments[0]!.state = 'declined'), /^doubled: fee:b1 has 4000/],
  [
    'a fee without a card',
    fee,
    (all) => (all.savedCards = []),
    /^doubled: fee:b1[^]*card cus_1 of nothing is kept and was not/,
  ],
  [
    'a card that was forgotten',
    fee,
    (all) => (all.customers[0]!.isDeleted = true),
    /^lost: card cus_1 of appointment:b1 was deleted/,
  ],
]
test.each(broken)('the comparison finds %s', (_, fine, breaks, sentence) => {
  const evidence = fine()
  breaks(evidence)
  expect(comparePayments(evidence).join('\n')).toMatch(sentence)
})

function nothing(): PaymentEvidence {
  const provider = { taken: [], customers: [] }
  const booked = { appointments: [], plans: [], bookingReceipts: [], savedCards: [] }
  const money = { payments: [], refunds: [], presses: [], ledger: [], unbalanced: [], receipts: [] }
  return { ...provider, ...booked, ...money, orders: [], giftCards: [] }
}

function paid(id: string, subject: PaymentEvidence['payments'][number]['subject'], providerId: string, cents: number) {
  return { id, subject, purpose: 'pay', state: 'paid', providerId, paidCents: cents, receiptNumber: 1 } as const
}

function post(subject: string, sums: Record<string, number>, card?: string): PaymentEvidence['ledger'] {
  return Object.entries(sums).map(([account, cents]) => {
    const item = account === 'gift-cards' ? (card ?? null) : null
    return { subject, account: account as PaymentEvidence['ledger'][number]['account'], item, cents }
  })
}

const appointment = (): PaymentEvidence['appointments'][number] => ({
  ...{ id: 'b1', planId: null, state: 'confirmed', cancelledLate: null },
  ...{ payCents: null, cancelFee: null, paidWith: null, taxRate: 25_000 },
})

/** A refund that staff pressed and were told of. */
const byStaff = (cents: number, id = 'r1'): Pick<PaymentEvidence, 'refunds' | 'presses'> => ({
  refunds: [{ id, paymentId: 'p1', reason: 'staff', amountCents: cents, state: 'done' }],
  presses: [{ paymentId: 'p1', key: id, cents, seenCents: 0, answer: 'accepted' }],
})
