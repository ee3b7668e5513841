import type { Facts } from './page.ts'

/** What cards and pages of products say; the texts of their page are in products-page.json. Names that the specification gives stay as they are. */
export const productsPage = {
  add: 'Add to Cart',
  adding: 'Adding…',
  added: (quantity: number) => (quantity > 1 ? `Added to cart, ${quantity} total` : 'Added to cart'),
  /** Announced after adding. */
  inCart: (product: string, quantity: number) => `${product}: ${quantity} in your cart.`,
  toCart: { text: 'See your cart', href: '/cart' },
  notAvailable: 'Not available now',
  offline: (clinic: Facts) => `You seem to be offline. Press again in a moment, or call ${clinic.phone.display}.`,
  form: 'Form',
  label: {
    heading: 'From the label',
    form: 'Form',
    quantity: 'Quantity',
    ingredients: 'Ingredients',
    suggestedUse: 'Suggested use',
    certificate: (lot: string) => `Certificate for lot ${lot}`,
  },
  /** For search engines. */
  description: ({ city }: Facts, product: string, price: string) =>
    `${product}, ${price}, from our clinic in ${city}. Order it here and pick it up at the clinic.`,
  /** Names the shelf for screen readers. */
  shelf: 'All products',
}
