import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { anchor, fixed, heading, seo, text, writing } from './fields.ts'

export const servicesPageSchema = {
  title: 'Services page',
  path: '/services',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    groups: {
      kind: 'list',
      label: 'Groups of services',
      each: 'Group',
      fields: {
        anchor,
        category: { kind: 'line', label: 'Name', max: 40, locked: fixed.group },
        intro: text('Introduction', 200),
      },
    },
    startHere: heading('Above the name of a service that is alone in its group', 40),
    scope: {
      kind: 'group',
      label: 'What the services are not',
      fields: { heading: heading('Heading'), text: writing('Text') },
    },
    seo,
  },
} as const satisfies ContentSchema
