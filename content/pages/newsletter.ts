import type { Facts, Page, Parts } from './page.ts'

/** The sign-up band: success, failure and the names are the specification's own. Its other texts are in site.json. */
export const newsletter = {
  emailLabel: 'Email',
  button: 'Subscribe',
  pending: 'Subscribing…',
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
      'Stop our newsletter with one click. There’s no need to sign in, and the link in each email doesn’t expire.',
  },
  ask: (email: string) => `Stop sending the newsletter to ${email}?`,
  button: 'Unsubscribe',
  done: {
    title: 'You’re unsubscribed',
    text: (email: string) => `We won’t send any more newsletters to ${email}.`,
    again: 'Changed your mind? You can subscribe again at the bottom of the home page.',
  },
  invalid: {
    title: 'This link is incomplete',
    text: (clinic: Facts) =>
      `Please open the link in our email again, or email ${clinic.emails.general} and we’ll take you off the list.`,
  },
} satisfies Page & Parts

/** Target of confirmation emails, after a first sign-up or a new one after an unsubscribe. */
export const confirmPage = {
  title: 'Confirm your subscription',
  lead: 'One click, and you’re on the list.',
  seo: {
    title: 'Confirm your subscription',
    description:
      'Someone entered your address in our newsletter form. One click confirms that it was you; otherwise we won’t send anything.',
  },
  ask: (email: string) => `Send the newsletter to ${email}?`,
  button: 'Subscribe',
  done: {
    title: 'You’re subscribed',
    text: (email: string) => `We’ll send our newsletter to ${email}. Each one has a link to unsubscribe.`,
  },
  invalid: {
    title: 'This link no longer works',
    text: 'It may be incomplete, or you’ve unsubscribed since then. You can subscribe again at the bottom of the home page.',
  },
} satisfies Page & Parts
