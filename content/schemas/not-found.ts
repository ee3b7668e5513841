import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, plate, text } from './fields.ts'

export const notFoundSchema = {
  title: 'Page not found',
  // There is nothing at this address.
  path: '/404',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    links: {
      kind: 'list',
      label: 'Where to go from here',
      each: 'Link',
      least: 1,
      most: 8,
      fields: { text: heading('Text'), href: { kind: 'address', label: 'Address', max: 200 } },
    },
    help: text('Below the links', 200),
    plate: plate(),
    // Search engines list no such page.
    seo: {
      kind: 'group',
      label: 'In the browser’s tab',
      fields: { title: { kind: 'line', label: 'Title', max: 60, hint: 'The clinic’s name is added after it.' } },
    },
  },
} as const satisfies ContentSchema
