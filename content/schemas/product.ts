import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import type { ProductCategory } from '#app/domain/catalogue/product.ts'
import { anchor, availability, plainLine, plate, taxRate } from './fields.ts'

/** A product of the shop. Name no ingredient or benefit before the clinic has confirmed its label. */
export const productSchema = {
  title: 'Product',
  path: '/products',
  ownPages: true,
  named: 'name',
  list: {
    title: 'Products',
    lead: 'What you change here shows in the shop.',
    add: 'Add a product',
    about: { label: 'Price', fields: ['priceCents'] },
  },
  fields: {
    name: plainLine('Name', 60),
    priceCents: { kind: 'money', label: 'Price', least: 1, most: 10_000_000 },
    taxRate: {
      ...taxRate,
      hint: 'Such as 10 for Hoover, Alabama; 0 for none. It counts only while customers can pay online: then it’s a line of its own in carts, orders and receipts.',
    },
    category: {
      kind: 'choice',
      label: 'Shelf',
      options: { 'Herbal Products': 'Herbal Products', Supplements: 'Supplements' } satisfies Record<
        ProductCategory,
        string
      >,
    },
    supplement: { kind: 'switch', label: 'Dietary supplement (the FDA’s sentence is shown near it)' },
    forms: {
      kind: 'list',
      label: 'Forms to choose from',
      each: 'Form',
      most: 6,
      fields: { id: anchor, label: plainLine('Name', 30) },
    },
    label: {
      kind: 'group',
      label: 'What its label says',
      fields: {
        ingredients: { kind: 'text', label: 'Ingredients', max: 1_000, optional: true, plain: true },
        quantity: { ...plainLine('Quantity', 60), optional: true },
        form: { ...plainLine('Form', 60), optional: true },
        suggestedUse: { kind: 'text', label: 'Suggested use', max: 300, optional: true, plain: true },
        picture: {
          kind: 'picture',
          label: 'Photograph of it',
          hint: 'All of the label, so that it can be read. The product’s own page shows it.',
          options: { none: 'No photograph' },
          shape: 'whole',
        },
        certificate: {
          kind: 'group',
          label: 'Laboratory’s certificate of one lot',
          fields: {
            lot: { ...plainLine('Lot', 40), optional: true },
            href: { kind: 'address', label: 'Address', max: 200, optional: true },
          },
        },
      },
    },
    picture: plate(),
    ...availability,
  },
} as const satisfies CollectionSchema
