import type { Facts } from './page.ts'

/** The contact form: success, failure and the names are the specification's own. The page's texts are in contact.json. */
export const contactPage = {
  write: {
    name: 'Name',
    email: 'Email',
    message: 'Message',
    button: 'Send Message',
    pending: 'Sending…',
    success: 'Your message has been sent successfully!',
    failure: 'Failed to send message. Please try again later.',
    offline: (clinic: Facts) =>
      `You seem to be offline. Your message is still here; send it again in a moment, or call ${clinic.phone.display}.`,
  },
}
