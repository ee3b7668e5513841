import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { heading, ofTheProgram, tab, text } from './fields.ts'

const withAddress = (label: string) =>
  ({
    ...text(label, 240),
    hint: '{address} stands for an email address, most of it hidden.',
    requires: ['address'],
  }) as const satisfies TextField

const told = (label: string, max = 240) => ({ ...text(label, max), hint: ofTheProgram }) as const satisfies TextField

/** The patient's page behind the signed link. It names the service only where the patient unfolds it. */
export const appointmentSchema = {
  title: 'Appointment',
  sample: '/appointments/sample',
  fields: {
    headline: {
      kind: 'group',
      label: 'Headline, before the day',
      fields: {
        booked: heading('Booked', 30),
        video: heading('Booked, by video', 30),
        requested: heading('Requested', 30),
        unheld: heading('Requested, and not held', 30),
        off: heading('Canceled or declined', 30),
        past: heading('Past', 40),
      },
    },
    states: {
      kind: 'group',
      label: 'Over the headline',
      fields: {
        confirmed: text('Booked', 160),
        requested: text('Requested', 200),
        unheld: text('Requested, and not held', 200),
        unheldKept: told('The same, while emails are only kept', 200),
        unheldTaken: text('The same, with a confirmed email, when the time was taken', 240),
        declined: text('Declined', 160),
        moved: text('Just moved', 160),
        cancelled: text('Canceled', 160),
        restored: text('Canceled, and just taken back', 160),
        over: text('Past', 160),
        completed: text('Past, and the patient came', 160),
        'no-show': text('Missed', 160),
        closed: text('If the clinic will be closed', 240),
      },
    },
    emails: {
      kind: 'group',
      label: 'About emails',
      fields: {
        mailed: text('If they are sent', 160),
        mailedRequest: text('If they are sent, of a request', 200),
        mailedUnheld: text('If they are sent, of a request that is not held', 240),
        quiet: text('If there were too many within an hour', 200),
        keep: told('While emails are only kept', 200),
      },
    },
    calendar: {
      kind: 'group',
      label: 'Calendar entry',
      fields: {
        heading: heading('Heading'),
        says: {
          ...text('Below the buttons', 120),
          hint: '{entry} stands for what the entry is called.',
          requires: ['entry'],
        },
      },
    },
    preparation: heading('Heading over how to prepare'),
    change: heading('Heading over moving and canceling'),
    tooLate: {
      kind: 'group',
      label: 'Too late to move it',
      fields: {
        heading: heading('Heading'),
        text: {
          ...text('Text', 240),
          hint: '{notice} stands for the time that is set, such as ‘24 hours’.',
          requires: ['notice'],
        },
      },
    },
    undo: {
      ...text('Over the button that takes a cancellation back', 160),
      hint: '{time} is until when.',
      requires: ['time'],
    },
    soonest: heading('Heading over the next free times'),
    booked: {
      kind: 'group',
      label: 'What was booked, behind a fold',
      fields: { summary: heading('Name of the fold'), price: text('Behind the price', 160) },
    },
    data: {
      kind: 'group',
      label: 'The patient’s data',
      fields: {
        heading: heading('Heading'),
        contact: heading('Name of the first fold'),
        health: {
          kind: 'group',
          label: 'The answer about health',
          fields: {
            summary: heading('Name of the fold'),
            sealed: told('If there is one', 160),
            none: told('If there is none', 160),
            lost: told('If it can’t be opened', 200),
          },
        },
        erase: {
          kind: 'group',
          label: 'Erasing',
          fields: { summary: heading('Name of the fold'), text: told('Text', 300) },
        },
      },
    },
    newAddress: {
      kind: 'group',
      label: 'A new email address',
      fields: {
        asked: withAddress('Not confirmed yet'),
        linkLimitReached: withAddress('Not confirmed yet, and no link was sent'),
        meanwhile: withAddress('Until then'),
        noneMeanwhile: told('Until then, if there was none', 160),
      },
    },
    move: {
      kind: 'group',
      label: 'The page that moves it',
      fields: {
        title: heading('Headline'),
        now: { ...text('Lead', 160), hint: '{when} stands for day and time.', requires: ['when'] },
        seo: tab(),
      },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
