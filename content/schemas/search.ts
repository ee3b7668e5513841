import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'
import { fixed, heading, plate, seo, text } from './fields.ts'

const kinds = (label: string) =>
  ({
    kind: 'group',
    label,
    fields: {
      Service: heading('Services', 30),
      Product: heading('Products', 30),
      Page: heading('Pages', 30),
      Post: heading('Posts of the blog', 30),
    },
  }) as const

/** {term} is what the visitor looks for. */
const ofTerm = (label: string) =>
  ({
    ...heading(label, 80),
    hint: '{term} stands for the words that were looked for.',
    also: ['term'],
  }) as const satisfies TextField

export const searchSchema = {
  title: 'Search',
  path: '/search',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    form: {
      kind: 'group',
      label: 'The form',
      fields: {
        name: heading('Name of the form, for screen readers'),
        label: heading('Label of the field'),
        button: { ...heading('Button', 30), locked: fixed.button },
      },
    },
    results: {
      kind: 'group',
      label: 'What was found',
      fields: {
        name: ofTerm('Name of the results, for screen readers'),
        one: ofTerm('One result'),
        several: {
          ...ofTerm('Several results'),
          hint: '{results} stands for their number, and {term} for the words that were looked for.',
          also: ['results', 'term'],
        },
        more: {
          ...heading('To show the rest of a group'),
          hint: '{results} stands for their number, and {group} for the group’s name.',
          also: ['results', 'group'],
        },
      },
    },
    groups: kinds('Headings over the groups'),
    types: kinds('Below a single result'),
    none: {
      kind: 'group',
      label: 'If nothing was found',
      fields: {
        text: { ...ofTerm('Text'), locked: 'This sentence is fixed: people and checks know it by these words.' },
        hint: text('Advice', 200),
      },
    },
    places: {
      kind: 'group',
      label: 'Places to start, if nothing was found',
      fields: {
        heading: heading('Heading'),
        items: {
          kind: 'list',
          label: 'Places',
          each: 'Place',
          least: 1,
          most: 6,
          fields: {
            title: heading('Name'),
            text: text('Text', 120),
            href: { kind: 'address', label: 'Address', max: 200 },
            plate: plate(),
          },
        },
      },
    },
    others: {
      kind: 'group',
      label: 'Below the results',
      fields: {
        heading: heading('Heading'),
        terms: {
          kind: 'list',
          label: 'Words to look for',
          each: 'Words',
          least: 1,
          most: 10,
          fields: {
            text: {
              ...heading('Words', 40),
              key: true,
              hint: 'A press looks for them. Nothing counts what visitors look for.',
            },
          },
        },
      },
    },
    seo,
  },
} as const satisfies ContentSchema
