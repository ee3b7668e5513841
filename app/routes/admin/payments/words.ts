import type { Account } from '#app/domain/ledger/ledger.ts'
import type { Payment, RefundReason } from '#app/domain/payments/payment.ts'

export const paymentsPage = {
  title: 'Payments',
  off: 'Online payments are off. Customers pay at pick-up.',
  none: { text: 'No payments yet', hint: 'When somebody pays online, it appears here.' },
  columns: { about: 'For', state: 'Status', receipt: 'Receipt', started: 'Started', amount: 'Amount' },
  states: {
    open: 'Open',
    paid: 'Paid',
    saved: 'Card kept',
    declined: 'Declined',
    ended: 'Not paid',
  } satisfies Record<Payment['state'], string>,
  receipt: (number: number) => `Receipt ${number}`,
  refunded: (amount: string) => `${amount} refunded`,
  export: {
    heading: 'For the bookkeeper',
    month: 'Month',
    button: 'Export the ledger as CSV',
    hint: 'Every line of the ledger in that month. It names no customers.',
    file: 'ledger',
    columns: ['Date', 'Transaction', 'About', 'Account', 'Item', 'Debit', 'Credit'],
  },
  differences: {
    heading: 'Differences from the provider',
    lead: 'Every night, payments, refunds and fees of the last days are compared with the provider’s list. A difference stays here until it is gone or explained.',
    explain: 'Explanation',
    button: 'Mark as explained',
    tooShort: 'Enter an explanation.',
    tooLong: 'Enter an explanation of at most 300 characters.',
    gone: 'This difference is already gone or explained.',
  },
}

export const paymentPage = {
  title: (about: string) => `Payment: ${about}`,
  facts: {
    about: 'For',
    state: 'Status',
    amount: 'Amount',
    started: 'Started',
    paid: 'Paid',
    receipt: 'Receipt',
    checkout: 'Checkout at the provider',
    payment: 'Payment at the provider',
  },
  ask: { button: 'Ask the provider now', busy: 'The provider doesn’t answer right now. Nothing was changed.' },
  refund: {
    heading: 'Refund',
    left: (amount: string) => `Up to ${amount} can be sent back.`,
    label: 'Amount in dollars',
    button: 'Refund',
    invalid: 'Enter an amount such as 12.50.',
    tooMuch: (left: string) => `At most ${left} can be sent back.`,
    changed: 'Something was refunded meanwhile. Check what is left, then refund again.',
  },
  refunds: {
    heading: 'Refunds',
    columns: { why: 'Why', state: 'Status', when: 'When', amount: 'Amount' },
    states: { asked: 'On its way', done: 'Sent back', failed: 'Rejected by the provider' },
    reasons: {
      canceled: 'Canceled',
      'paid-twice': 'Paid twice',
      'other-amount': 'Another amount than asked for',
      staff: 'By staff',
    } satisfies Record<RefundReason, string>,
  },
  ledger: {
    heading: 'Ledger',
    columns: { account: 'Account', item: 'Item', when: 'When', amount: 'Amount' },
    debit: (amount: string) => `${amount} debit`,
    credit: (amount: string) => `${amount} credit`,
    accounts: {
      provider: 'At the payment provider',
      receivable: 'Owed by customers',
      'product-sales': 'Product sales',
      'service-sales': 'Service sales',
      'sales-tax': 'Sales tax',
      'cancellation-fees': 'Cancellation fees',
      prepaid: 'Held for visits to come',
      'gift-cards': 'Gift cards',
      desk: 'At the clinic’s desk',
      'provider-fees': 'Provider’s fees',
    } satisfies Record<Account, string>,
  },
  back: 'All payments',
  done: {
    asked: 'The provider was asked. The status is up to date.',
    refunded: 'The refund is on its way.',
    explained: 'Marked as explained.',
  },
}
