import type { Facts, Link, Page, Parts } from './page.ts'

/** While the website has no accounts. */
export const profilePage = {
  title: 'Your profile',
  lead: 'This website has no accounts at present, so there is nothing stored here under your name.',
  seo: {
    title: 'Profile',
    description:
      'This website keeps no patient profiles at present. Ask us by phone or e-mail about your appointments and data.',
  },
  text: 'For a question about an appointment, or about what we keep about you, call or write to us.',
  call: (clinic: Facts) => `Call ${clinic.phone.display}`,
  write: (clinic: Facts) => `Write to ${clinic.emails.general}`,
  links: [
    { text: 'What we keep, and why', href: '/privacy' },
    { text: 'Back to home', href: '/' },
  ] satisfies Link[],
} satisfies Page & Parts
