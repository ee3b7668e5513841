import { emergency } from '../site.ts'
import type { Facts, Page, Parts } from './page.ts'

export const contactPage = {
  title: 'Get in touch',
  lead: 'We answer every message within 24-48 hours.',
  seo: {
    title: 'Contact',
    description: (clinic: Facts) =>
      `Phone, email, opening hours, parking and directions in ${clinic.city}, ${clinic.region}. We answer messages within 24-48 hours.`,
  },
  /** The form; success, failure and the name of the button are the specification's own. */
  write: {
    heading: 'Send a message',
    needed: 'A person reads it and answers within 24-48 hours. Please fill in all three fields.',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    hint: 'Please leave out private medical details; we can talk about those in person.',
    button: 'Send Message',
    pending: 'Sending…',
    success: 'Your message has been sent successfully!',
    failure: 'Failed to send message. Please try again later.',
    offline: (clinic: Facts) =>
      `You seem to be offline. Your message is still here; send it again in a moment, or call ${clinic.phone.display}.`,
  },
  place: {
    /** Only without a street. */
    noStreet: 'Call or email us for the street address. We’ll send directions and parking details.',
    directions: 'Get directions',
  },
  map: {
    onRequest: 'The map comes from another company. It loads only when you ask for it.',
    button: 'Show map',
    frameTitle: (clinic: Facts) => `Map of ${clinic.city}, ${clinic.region}`,
  },
  hours: {
    id: 'hours',
    heading: 'Opening hours',
    today: 'Today',
    note: 'By appointment only.',
    closedToo: 'Also closed',
  },
  reach: {
    call: 'Call',
    message: 'Message',
    messageLink: (clinic: Facts) => `Chat on ${clinic.messagingApp.name}`,
    visit: 'Visit',
  },
  parking: { id: 'parking', heading: 'Parking' },
  waysToPay: {
    id: 'ways-to-pay',
    heading: 'Ways to pay',
    link: { text: 'How prices work', href: '/insurance#prices' },
  },
  urgent: {
    heading: 'If it’s urgent',
    emergency,
    text: 'We don’t check messages around the clock.',
  },
} satisfies Page & Parts
