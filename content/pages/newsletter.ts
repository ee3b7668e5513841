import type { Facts, Page, Parts } from './page.ts'

/** The sign-up band; texts marked with an exclamation mark and the failure are the specification's own. */
export const newsletter = {
  heading: 'A short letter, each season',
  text: 'Recipes, routines and clinic news. Unsubscribe whenever you like.',
  emailLabel: 'Email',
  button: 'Subscribe',
  success: 'Thank you for subscribing to our newsletter!',
  failure: (message: string) => `Failed to subscribe. Error: ${message}`,
  tryLater: 'Please try again later.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Your address is still here; send it again in a moment, or call ${clinic.phone.display}.`,
  emailMissing: 'Enter your email address.',
  emailInvalid: 'Enter an email address in the form name@example.com.',
}

export const unsubscribePage = {
  title: 'Unsubscribe',
  lead: 'One click, and our newsletter stops.',
  seo: {
    title: 'Unsubscribe',
    description:
      'Stop our newsletter with one click. There is no need to sign in, and the link in each letter does not expire.',
  },
  ask: (email: string) => `Stop sending the newsletter to ${email}?`,
  button: 'Unsubscribe',
  done: {
    title: 'You are unsubscribed',
    text: (email: string) => `We send no more newsletters to ${email}.`,
    again: 'Changed your mind? You can subscribe again at the foot of the home page.',
  },
  invalid: {
    title: 'This link is not complete',
    text: (clinic: Facts) =>
      `Please open the link in our letter again, or write to ${clinic.emails.general}. We then take you off the list.`,
  },
} satisfies Page & Parts
