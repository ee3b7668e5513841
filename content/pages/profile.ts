import type { NotYetPage } from './page.ts'

/** While the website has no accounts. */
export const profilePage: NotYetPage = {
  title: 'Your profile',
  lead: 'This website has no accounts at present, so there is no profile to show.',
  seo: {
    title: 'Profile',
    description:
      'This website keeps no patient profiles at present. Ask us by phone or e-mail about your visits, orders and data.',
  },
  text: 'For a question about an appointment or an order, or about what we keep about you, call or write to us.',
  mailbox: 'general',
  links: [
    { text: 'What we keep, and why', href: '/privacy' },
    { text: 'Back to home', href: '/' },
  ],
  nextStep: { text: 'Login', href: '/login' },
}
