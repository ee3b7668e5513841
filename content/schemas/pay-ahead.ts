import type { Group, NumberField } from '#app/domain/content/content-schema.ts'

const amount = { kind: 'money', least: 0, most: 10_000_000 } as const satisfies Omit<NumberField, 'label'>

/** What is paid online when something is booked, and what of it the clinic keeps. */
export const payAheadFields = {
  payAhead: {
    kind: 'choice',
    label: 'Paid online when it’s booked',
    hint: 'It counts only while customers can pay online.',
    options: { none: 'Nothing', deposit: 'A deposit', full: 'The full price' },
  },
  payAheadAmount: {
    ...amount,
    label: 'How much',
    hint: 'With its tax. At least $0.50, unless nothing is paid.',
  },
  cancelFee: {
    ...amount,
    label: 'Kept after a late cancellation or a missed appointment',
    hint: 'At most what was paid. 0: everything goes back.',
  },
} as const satisfies Group['fields']
