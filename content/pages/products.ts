import type { Facts, Page, Parts } from './page.ts'

export const productsPage = {
  title: 'A small shelf of herbs',
  lead: 'Four products. Ask us before you start anything new.',
  seo: {
    title: 'Products',
    description: (clinic: Facts) =>
      `Herbal products and supplements from our clinic in ${clinic.city}, with prices. Order here and pick up at the clinic.`,
  },
  /** Names that the specification gives stay as they are. */
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
    certificate: (lot: string) => `Certificate for lot ${lot}`,
  },
  labelPicture: (product: string) => `${product} label`,
  /** Names the shelf for screen readers. */
  shelf: 'All products',
  howToBuy: {
    heading: 'How to buy',
    text: 'Add items to your cart and place your order. Pay when you pick up at the clinic, or by invoice. We don’t take payment on this website.',
  },
  before: {
    heading: 'Before you use these',
    text: 'Talk to your physician first if you are pregnant or nursing, take medicine, or have a health condition. Keep out of reach of children.',
  },
  talk: {
    heading: 'Talk to a person',
    /** Followed by the phone number and email address. */
    ask: 'Questions about ingredients? Call',
    or: 'or write to',
  },
  pictures: 'Pictures are illustrations. They don’t show what’s in a product.',
} satisfies Page & Parts
