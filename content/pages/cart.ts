import { bookingLink } from '../site.ts'
import type { NotYetPage } from './page.ts'

/** While the website takes no orders. */
export const cartPage: NotYetPage = {
  title: 'Your cart',
  lead: 'You cannot order on this website at present. Buy at the clinic, or call and ask what is on the shelf.',
  seo: {
    title: 'Cart',
    description: 'Orders are taken by phone, by e-mail and at the clinic. See our herbal products and their prices.',
  },
  mailbox: 'general',
  links: [{ text: 'See products', href: '/products' }, bookingLink],
}
