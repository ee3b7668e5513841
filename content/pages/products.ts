import type { Facts, Page, Parts } from './page.ts'

export const productsPage = {
  title: 'A small shelf of herbs',
  lead: 'Four products. Ask us before you start anything new.',
  seo: {
    title: 'Products',
    description: (clinic: Facts) =>
      `Herbal products and supplements from our clinic in ${clinic.city}, with prices. Ask us before you start anything new.`,
  },
  /** While the website takes no orders. */
  howToBuy: {
    heading: 'How to buy',
    order: 'Order by phone or e-mail',
    text: (clinic: Facts) =>
      `Buy at the clinic, or call ${clinic.phone.display} and ask what is on the shelf today. The website takes no payment.`,
  },
  before: {
    heading: 'Before you use these',
    paragraphs: [
      'Talk to your physician first if you are pregnant or nursing, take medicine, or have a health condition. Keep out of reach of children.',
      'Pictures are illustrations. They do not show what is in a product.',
    ],
  },
} satisfies Page & Parts
