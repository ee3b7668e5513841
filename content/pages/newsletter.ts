import type { Facts, Page, Parts } from './page.ts'

/** The sign-up band; texts marked with an exclamation mark and the failure are the specification's own. */
export const newsletter = {
  heading: 'A short letter from the clinic',
  text: 'Recipes, routines and clinic news. Unsubscribe whenever you like.',
  emailLabel: 'Email',
  button: 'Subscribe',
  success: 'Thank you for subscribing to our newsletter!',
  failure: (message: string) => `Failed to subscribe. Error: ${message}`,
  tryLater: 'Please try again later.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Your address is still here; send it again in a moment, or call ${clinic.phone.display}.`,
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

/** Where the letter to somebody who had unsubscribed leads. */
export const confirmPage = {
  title: 'Subscribe again',
  lead: 'One click, and our newsletter reaches you again.',
  seo: {
    title: 'Subscribe again',
    description:
      'You had unsubscribed from our newsletter. One click subscribes you again; without it we send nothing.',
  },
  ask: (email: string) => `Send the newsletter to ${email} again?`,
  button: 'Subscribe',
  done: {
    title: 'You are subscribed',
    text: (email: string) => `Our newsletter goes to ${email}. Each one has a link to unsubscribe.`,
  },
  invalid: {
    title: 'This link is not complete',
    text: 'Please open the link in our letter again, or subscribe once more at the foot of the home page.',
  },
} satisfies Page & Parts
