import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, tab, text } from './fields.ts'

const emailed = 'It’s also in the emails to the customer.'

/** Each order has a page of its own, behind a signed link. */
export const orderSchema = {
  title: 'Order',
  sample: '/orders/sample',
  fields: {
    title: { ...heading('Headline'), hint: '{number} stands for the number of the order.', requires: ['number'] },
    statuses: {
      kind: 'group',
      label: 'Below it, by the order’s status',
      fields: {
        new: text('Received', 160),
        confirmed: text('Confirmed', 160),
        ready: text('Ready to pick up', 160),
        completed: text('Completed', 160),
        cancelled: text('Canceled', 160),
      },
    },
    confirmation: {
      kind: 'group',
      label: 'About the confirmation',
      fields: {
        mailed: {
          ...text('If emails are sent', 200),
          hint: '{customer} stands for the customer’s email address.',
          also: ['customer'],
        },
        keep: { ...text('Otherwise', 200), hint: 'The link of the page follows.' },
        quiet: text('If one address got too many emails within an hour', 200),
      },
    },
    ordered: heading('Heading over the items'),
    payment: {
      kind: 'group',
      label: 'Payment',
      fields: {
        how: { ...text('How to pay', 120), hint: `${emailed} It stands in the cart, too.` },
        tax: text('About sales tax', 120),
      },
    },
    details: heading('Heading over the details'),
    next: {
      kind: 'group',
      label: 'Until it’s picked up',
      fields: {
        heading: heading('Heading'),
        wait: { ...text('Text', 240), hint: emailed },
        change: { ...text('How to change it', 200), hint: emailed },
      },
    },
    questions: text('Afterwards', 200),
    notFound: {
      kind: 'group',
      label: 'For a link that doesn’t work',
      fields: { title: heading('Headline'), lead: text('Lead', 240), help: text('Below it', 200), seo: tab() },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
