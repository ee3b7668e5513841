import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { fixed, fixedLink, heading, link, tab, text } from './fields.ts'

export const cartSchema = {
  title: 'Cart',
  path: '/cart',
  sample: '/cart',
  fields: {
    title: heading('Headline'),
    heading: heading('Heading over the order form'),
    intro: text('Below it', 200),
    many: { ...text('Below a quantity above 20', 160), hint: 'The website takes any quantity.' },
    empty: {
      kind: 'group',
      label: 'An empty cart',
      fields: {
        title: heading('Headline'),
        text: text('Text', 200),
        products: link('First button'),
        booking: fixedLink('Second button', fixed.button),
      },
    },
    seo: tab(),
  },
} as const satisfies ContentSchema
