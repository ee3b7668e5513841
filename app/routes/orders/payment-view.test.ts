import { expect, test } from 'vitest'
import { sampleOrder } from '#app/mail/samples.ts'
import { onlinePayment as words } from '#content/payments.ts'
import { toPaymentView } from './payment-view.ts'

type Input = Parameters<typeof toPaymentView>[1]

const begun = { isPaid: false, refundedCents: 0, isRefunding: false, refundWaits: false, isOpen: true }
const paid = { ...begun, isPaid: true, isOpen: false, receiptNumber: 7 }
const sentBack = { ...paid, refundedCents: 150 }
const [off, pay, receipt] = [{ status: 'cancelled' } as const, { action: '/o/pay' }, { receipt: '/o/receipt' }]
const [isPaid, back] = [words.paid(7), '$1.50']

type Order = Partial<typeof sampleOrder>

test.each<[when: string, money: object | undefined, order: Order, input: Partial<Input>, view: unknown]>([
  ['nobody has begun to pay', undefined, {}, {}, { says: [words.offer], ...pay }],
  ['somebody has begun to', begun, {}, {}, { says: [words.offer, words.open], ...pay }],
  ['it is to be paid first', undefined, { payBy: 0 }, {}, { says: [words.payBy('Dec 31, 1969, 6:00 pm')], ...pay }],
  ['it is paid', paid, {}, {}, { says: [isPaid], ...receipt }],
  ['it was sent back', sentBack, off, {}, { says: [isPaid, words.refunded(back)], ...receipt }],
  [
    'a refund is on its way',
    { ...sentBack, isRefunding: true },
    off,
    {},
    { says: [isPaid, words.refunding(back)], ...receipt },
  ],
  [
    'a refund waits for staff',
    { ...sentBack, refundWaits: true, isRefunding: true },
    off,
    {},
    { says: [isPaid, words.refundWaits(back)], ...receipt },
  ],
  ['it was canceled', begun, off, {}, undefined],
  ['the clinic takes no payments', undefined, {}, { canPay: false }, undefined],
  ['a gift card left too little', undefined, { giftCardCents: sampleOrder.totalCents - 49 }, {}, undefined],
  ['the provider is down', begun, off, { problem: 'unavailable' }, { error: words.unavailable, says: [] }],
  ['it is too late', begun, off, { problem: 'not-payable' }, { error: words.notPayable, says: [] }],
])('what the page of an order says of its payment when %s', (_, money, order, input, view) => {
  const all = { money, canPay: true, problem: undefined, path: '/o', ...input } as Input
  expect(toPaymentView({ ...sampleOrder, ...order }, all)).toEqual(view)
})
