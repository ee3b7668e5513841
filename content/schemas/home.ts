import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { fixed, fixedLink, heading, link, photo, plate, seo } from './fields.ts'

export const homeSchema = {
  title: 'Home page',
  path: '/',
  fields: {
    title: { kind: 'line', label: 'Name', max: 40, locked: fixed.menu },
    eyebrow: heading('Above the headline', 80),
    headline: heading('Headline'),
    headlineEmphasis: heading('Headline, second part in italics', 40),
    lead: { kind: 'text', label: 'Lead', max: 240 },
    actions: {
      kind: 'group',
      label: 'Buttons',
      fields: { book: fixedLink('Booking', fixed.button), services: link('Services') },
    },
    photo: photo(),
    plate: plate(),
    plateCaption: {
      kind: 'group',
      label: 'Below the drawing',
      fields: { botanical: heading('Botanical name'), common: heading('Common name') },
    },
    facts: {
      kind: 'group',
      label: 'At a glance',
      fields: {
        label: heading('Name of this part, for screen readers'),
        call: { kind: 'group', label: 'Phone', fields: { title: heading('Title'), text: heading('Text') } },
        hours: link('Opening hours'),
        nextTime: {
          kind: 'group',
          label: 'Next free time',
          fields: {
            title: heading('Title'),
            byPhone: {
              kind: 'group',
              label: 'Without a free time',
              fields: { title: heading('Title'), text: heading('Text') },
            },
          },
        },
        billing: {
          kind: 'group',
          label: 'Billing',
          fields: {
            title: heading('Title'),
            text: heading('Text'),
            href: { kind: 'address', label: 'Address', max: 200 },
          },
        },
      },
    },
    statement: {
      kind: 'group',
      label: 'What is Ayurveda?',
      fields: { heading: heading('Heading'), text: { kind: 'text', label: 'Text', max: 400 }, link: link('Link') },
    },
    featured: {
      kind: 'group',
      label: 'Services to start with',
      fields: { heading: heading('Heading'), link: link('Link') },
    },
    callToAction: {
      kind: 'group',
      label: 'Invitation to book',
      fields: {
        heading: heading('Heading'),
        text: { kind: 'text', label: 'Text', max: 240 },
        link: fixedLink('Button', fixed.button),
        photo: photo('wide'),
      },
    },
    teasers: {
      kind: 'group',
      label: 'Before you come',
      fields: {
        heading: heading('Heading'),
        photo: photo(),
        items: {
          kind: 'list',
          label: 'Teasers',
          each: 'Teaser',
          least: 1,
          most: 6,
          fields: { heading: heading('Heading'), text: { kind: 'text', label: 'Text', max: 160 }, link: link('Link') },
        },
      },
    },
    seo,
  },
} as const satisfies ContentSchema
