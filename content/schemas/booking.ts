import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { heading, link, seo, text } from './fields.ts'

const hosted = {
  ...text('With the calendar of another company', 200),
  hint: '{host} stands for its address.',
  also: ['host'],
} as const satisfies TextField

export const bookingSchema = {
  title: 'Booking',
  path: '/booking',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    steps: {
      kind: 'group',
      label: 'The two steps',
      fields: { details: heading('First', 30), time: heading('Second', 30) },
    },
    chosen: {
      kind: 'group',
      label: 'The service',
      fields: { label: heading('Over its name', 30), others: text('Over the other services', 120) },
    },
    freeDays: {
      kind: 'group',
      label: 'Free times',
      fields: {
        heading: heading('Heading'),
        more: heading('Over the days whose times are not shown yet'),
        yours: heading('Before the time that was chosen', 30),
        next: text('Below it', 160),
      },
    },
    form: {
      kind: 'group',
      label: 'The form',
      fields: {
        emailHint: text('Below the email address, if emails are sent', 120),
        emailHintOnly: text('Below the email address, otherwise', 120),
        saved: {
          ...text('Below the button', 160),
          hint: 'The website deletes what was not booked after 24 hours.',
        },
      },
    },
    draft: {
      kind: 'group',
      label: 'If a booking was begun on this device',
      fields: { heading: heading('Heading'), text: text('Text', 200) },
    },
    facts: {
      kind: 'group',
      label: 'Good to know',
      fields: {
        label: heading('Name of this part, for screen readers', 30),
        price: text('Below the price', 120),
        change: heading('Heading over when an appointment can be moved'),
        phone: heading('Heading over the phone number'),
        call: heading('Before the phone number', 30),
      },
    },
    confirmation: {
      kind: 'group',
      label: 'How people hear that it’s booked',
      fields: {
        heading: heading('Heading, if emails are sent'),
        text: text('Text, if emails are sent', 200),
        otherHeading: heading('Heading otherwise'),
        kept: text('Text while emails are only kept', 200),
        hosted,
      },
    },
    booked: {
      kind: 'group',
      label: 'For people who have booked',
      fields: { question: heading('Question'), link: link('Link'), hosted },
    },
    seo,
  },
} as const satisfies ContentSchema
