import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { anchor, fixedLink, heading, section, seo, text, writing } from './fields.ts'

const lines = (label: string) =>
  ({ kind: 'list', label, each: 'Line', least: 1, most: 10, fields: { text: text('Text', 240) } }) as const

const advice = (label: string) =>
  ({ kind: 'group', label, fields: { heading: heading('Heading'), items: lines('Lines') } }) as const

export const resourcesSchema = {
  title: 'Patient resources',
  path: '/resources',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    contents: heading('Heading over the list of sections'),
    firstVisit: {
      kind: 'group',
      label: 'The first appointment',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        numbers: {
          kind: 'list',
          label: 'In numbers',
          each: 'Number',
          least: 1,
          most: 6,
          fields: { number: heading('Number', 20), text: heading('Text', 80) },
        },
        text: writing('Text'),
      },
    },
    bring: {
      kind: 'group',
      label: 'What to bring',
      fields: { id: anchor, heading: heading('Heading'), items: lines('Lines') },
    },
    prepare: {
      kind: 'group',
      label: 'Before an appointment',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        please: advice('What helps'),
        careful: {
          kind: 'group',
          label: 'When to call first',
          fields: { heading: heading('Heading'), items: lines('Lines'), after: text('Below the lines', 240) },
        },
      },
    },
    after: {
      kind: 'group',
      label: 'After an oil therapy',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        please: advice('What helps'),
        careful: advice('What to be careful about'),
      },
    },
    prices: {
      kind: 'group',
      label: 'Prices',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        text: writing('Text'),
        table: {
          kind: 'group',
          label: 'Table of price texts',
          fields: {
            caption: heading('Name, for screen readers'),
            text: heading('Heading over the price texts', 30),
            meaning: heading('Heading over what they mean', 30),
            services: heading('Heading over the services', 30),
          },
        },
      },
    },
    priceTexts: {
      kind: 'list',
      label: 'Price texts',
      each: 'Price text',
      least: 1,
      most: 10,
      fields: {
        text: { ...heading('Price text'), key: true, hint: 'Letter by letter as services have it.' },
        meaning: text('What it means', 240),
      },
    },
    billing: section('Billing and insurance'),
    safety: section('Alongside the physician'),
    next: {
      kind: 'group',
      label: 'At the end',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        items: {
          kind: 'list',
          label: 'Teasers',
          each: 'Teaser',
          fields: {
            heading: heading('Heading'),
            text: text('Text', 160),
            link: fixedLink('Link', 'This link is fixed, so that people find the blog and the contact page from here.'),
          },
        },
      },
    },
    seo,
  },
} as const satisfies ContentSchema
