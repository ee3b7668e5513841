import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, plate, text } from './fields.ts'

/** Search engines list no such page. */
const tab = {
  kind: 'group',
  label: 'In the browser’s tab',
  fields: { title: { kind: 'line', label: 'Title', max: 60, hint: 'The clinic’s name is added after it.' } },
} as const

const links = (label: string) =>
  ({
    kind: 'list',
    label,
    each: 'Link',
    least: 1,
    most: 8,
    fields: { text: heading('Text'), href: { kind: 'address', label: 'Address', max: 200 } },
  }) as const

const error = { title: heading('Headline'), lead: text('Lead', 240), help: text('Below it', 200), seo: tab } as const

export const notFoundSchema = {
  title: 'Page not found, and errors',
  // There is nothing at this address.
  path: '/404',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    links: links('Where to go from here'),
    help: text('Below the links', 200),
    plate: plate(),
    seo: tab,
    errors: {
      kind: 'group',
      label: 'Errors',
      fields: {
        error: {
          kind: 'group',
          label: 'If something went wrong',
          fields: { ...error, links: links('Where to go from here') },
        },
        tooMany: { kind: 'group', label: 'If a form was sent too often', fields: error },
        badRequest: { kind: 'group', label: 'If a form or an address can’t be read', fields: error },
      },
    },
  },
} as const satisfies ContentSchema
