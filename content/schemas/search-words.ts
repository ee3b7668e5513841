import type { ContentSchema, TextField } from '#app/domain/content/content-schema.ts'

const separated = 'Separated by commas.'

const words = (label: string, max: number, hint: string) =>
  ({ kind: 'text', label, max, hint, plain: true, key: true, typed: true }) as const satisfies TextField

/** What people may type who don't know our terms. */
export const searchWordsSchema = {
  title: 'Search words',
  sample: '/search',
  fields: {
    pages: {
      kind: 'list',
      label: 'Words that find a page',
      each: 'Page',
      least: 0,
      most: 100,
      fields: {
        page: {
          kind: 'address',
          label: 'Address',
          max: 200,
          hint: 'Such as /services/shirodhara, or /contact#hours for a section. Of this website.',
        },
        words: words('Words', 600, `${separated} They appear on no page; visitors find this one by them.`),
      },
    },
    spellings: {
      kind: 'list',
      label: 'Spellings of one word',
      each: 'Word',
      least: 0,
      most: 100,
      fields: {
        words: words('Spellings', 200, `${separated} For those too different to be taken for a typing mistake.`),
      },
    },
  },
} as const satisfies ContentSchema
