import type { NotYetPage } from './page.ts'

/** While the website has no accounts. */
export const loginPage: NotYetPage = {
  title: 'Login',
  lead: 'This website has no accounts at present. You do not need one to visit us or to order.',
  seo: {
    title: 'Login',
    description:
      'There are no patient accounts on this website at present. Call or write to us to make or change a visit.',
  },
  text: 'To make, change or cancel an appointment, call or write to us.',
  mailbox: 'booking',
  links: [{ text: 'Back to home', href: '/' }],
}
