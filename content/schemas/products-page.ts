import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, link, seo, text } from './fields.ts'

const section = (label: string) =>
  ({ kind: 'group', label, fields: { heading: heading('Heading'), text: text('Text', 400) } }) as const

export const productsPageSchema = {
  title: 'Products page',
  path: '/products',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    howToBuy: {
      kind: 'group',
      label: 'How to buy',
      fields: {
        heading: heading('Heading'),
        text: text('Text', 400),
        online: text('Instead, while customers can pay online', 400),
      },
    },
    before: section('Before use'),
    talk: section('Questions'),
    pictures: text('About the pictures', 160),
    own: {
      kind: 'group',
      label: 'Each product’s own page',
      fields: { related: heading('Heading over other products'), all: link('Link to all products') },
    },
    seo,
  },
} as const satisfies ContentSchema
