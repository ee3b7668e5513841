import type { Group, NumberField } from '#app/domain/content/content-schema.ts'

const amount = { kind: 'money', least: 0, most: 10_000_000 } as const satisfies Omit<NumberField, 'label'>

/** What is paid online when something is booked, and what a late cancellation costs. */
export const payAheadFields = {
  payAhead: {
    kind: 'choice',
    label: 'Paid online when it’s booked',
    hint: 'It counts only while customers can pay online.',
    options: { none: 'Nothing', deposit: 'A deposit', full: 'The full price', card: 'Nothing, but a card is kept' },
  },
  payAheadAmount: {
    ...amount,
    label: 'How much',
    hint: 'With its tax. At least $0.50, or 0 if nothing is paid.',
  },
  cancelFee: {
    ...amount,
    label: 'Fee for a late cancellation or a missed appointment',
    hint: 'Kept of what was paid, at most all of it; 0: everything goes back. Or charged to the card: at least $0.50.',
  },
} as const satisfies Group['fields']
