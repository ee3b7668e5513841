import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, ofTheProgram, tab, text, writing } from './fields.ts'

/** Without a path: there is no such page unless the clinic takes online payments. */
export const giftCardsSchema = {
  title: 'Gift cards',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 200),
    about: {
      kind: 'group',
      label: 'How it works',
      fields: { heading: heading('Heading'), text: { ...writing('Text'), hint: ofTheProgram } },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
