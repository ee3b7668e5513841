import type { Facts } from './page.ts'

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

/** On the page that the link in each newsletter opens. */
export const unsubscribeButton = 'Unsubscribe'

/** A newsletter that was sent, on the website. */
export const archivePage = {
  sent: (date: string) => `Sent ${date}`,
  description: (clinic: string) => `A newsletter of ${clinic}, as it was sent to its subscribers by email.`,
}
