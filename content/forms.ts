import type { Facts } from './pages/page.ts'

/** What every public form says. */
export const forms = {
  onceMore: (button: string) => `Please press ${button} again.`,
  tooMany: (time: string, clinic: Facts) =>
    `Too many forms were sent from your network or with this email address. Please try again after ${time}, or call ${clinic.phone.display}.`,
  orCall: (clinic: Facts) => `If it can’t wait, call ${clinic.phone.display}.`,
  didYouMean: (domain: string) => `Did you mean ${domain}?`,
  keep: (address: string, button: string) => `If ${address} is right, press ${button} again.`,
  use: (address: string) => `Use ${address}`,
  problem: 'Please fix the following',
  /** On a pressed button without a pending text of its own. */
  pending: 'One moment…',
  /** Over a page whose next page can't be loaded. */
  unreachable: 'We couldn’t reach the website. Please check your connection. We’ll try again once you’re online.',
  /** Below a pressed button whose form has no text of its own. */
  offline: 'You seem to be offline, so nothing was sent. What you typed is still here; please try again in a moment.',
}
