import type { Facts, Link, Page, Parts } from './page.ts'

/** While the website takes no orders. */
export const cartPage = {
  title: 'Your cart',
  lead: 'You cannot order on this website at present. Buy at the clinic, or call and ask what is on the shelf.',
  seo: {
    title: 'Cart',
    description: 'Orders are taken by phone, by e-mail and at the clinic. See our herbal products and their prices.',
  },
  call: (clinic: Facts) => `Call ${clinic.phone.display}`,
  write: (clinic: Facts) => `Write to ${clinic.emails.general}`,
  links: [
    { text: 'See products', href: '/products' },
    { text: 'Book Your Appointment', href: '/booking' },
  ] satisfies Link[],
  loginLink: { text: 'Login', href: '/login' } satisfies Link,
} satisfies Page & Parts
