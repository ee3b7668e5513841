import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { anchor, heading, ofTheProgram, section, seo, text, writing } from './fields.ts'

const patientFields = '{patientFields} stands for what the booking form asks for.'

/** {host} is where the company's server is. */
const about = (label: string) =>
  ({
    ...text(label, 300),
    hint: '{host} stands for the company’s address.',
    requires: ['host'],
  }) as const satisfies TextField

const deleted = (label: string) =>
  ({
    ...text(label, 240),
    hint: '{period} stands for the time that is set for it, such as ‘three years’.',
    requires: ['period'],
  }) as const satisfies TextField

const kept = (label: string) =>
  ({
    kind: 'group',
    label,
    fields: { deleted: deleted('If they are deleted after some time'), kept: text('If they are kept', 240) },
  }) as const

export const privacySchema = {
  title: 'Privacy',
  path: '/privacy',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    short: section('In short'),
    stored: {
      kind: 'group',
      label: 'What is stored',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        text: { ...writing('Text', 4_000), hint: `${ofTheProgram} ${patientFields}`, requires: ['patientFields'] },
      },
    },
    health: {
      kind: 'group',
      label: 'The answer about health',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        text: {
          ...writing('With this website’s own calendar', 2_000),
          hint: `${ofTheProgram} ${patientFields} {period} stands for the time after which answers are erased.`,
          requires: ['patientFields', 'period'],
        },
        hosted: {
          ...writing('With another company’s calendar'),
          hint: `${ofTheProgram} {host} stands for the company’s address.`,
          requires: ['host'],
        },
      },
    },
    cookies: {
      kind: 'group',
      label: 'Cookies',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        text: { ...writing('Text', 2_000), hint: ofTheProgram },
      },
    },
    others: {
      kind: 'group',
      label: 'Other companies',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        intro: text('Above the companies', 160),
        none: text('If there are none', 160),
        hosted: {
          kind: 'group',
          label: 'The companies, each shown while the website uses it',
          fields: {
            smtp: about('A mail server'),
            relay: about('A relay service for email'),
            texts: about('A service for text messages'),
            payments: about('A service for online payments'),
            feedConverter: about('A service that fetches the blog'),
            hostedFeed: about('Where the posts of the blog come from'),
            stockPhotos: about('Where photos of the blog come from'),
            scheduling: about('A calendar for bookings'),
            map: about('The map'),
            database: about('A database'),
            authSync: about('A service that is told who signs in'),
          },
        },
        links: text('About links', 240),
      },
    },
    keeping: {
      kind: 'group',
      label: 'How long everything is kept',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        emails: kept('Emails'),
        messages: kept('Messages'),
        orderNotes: deleted('Notes of orders'),
        text: { ...writing('Everything else', 3_000), hint: ofTheProgram },
      },
    },
    choices: section('What people can ask for'),
    questions: section('Questions'),
    seo,
  },
} as const satisfies ContentSchema
