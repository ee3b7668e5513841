import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { heading, link, ofTheProgram, seo, tab, text } from './fields.ts'

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
    time: {
      kind: 'group',
      label: 'The second step',
      fields: {
        title: heading('Headline'),
        hosted: {
          kind: 'group',
          label: 'With the calendar of another company',
          fields: {
            heading: {
              ...heading('Heading over the button'),
              hint: '{host} stands for its address.',
              requires: ['host'],
            },
            text: {
              ...text('Text', 300),
              hint: `${ofTheProgram} {host} stands for its address.`,
              requires: ['host'],
            },
          },
        },
        seo: tab(),
      },
    },
    resume: {
      kind: 'group',
      label: 'If someone else may have begun a booking on this device',
      fields: {
        title: heading('Headline'),
        lead: text('Lead', 200),
        emailHint: text('Below the email address', 120),
        erases: { ...text('Below the buttons', 160), hint: ofTheProgram },
        seo: tab(),
      },
    },
    seo,
  },
} as const satisfies ContentSchema
