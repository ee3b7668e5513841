import type { Link, Words } from './pages/page.ts'

/** Stands once on contact, on services and in the booking flow; never in the footer. */
export const emergency = 'In an emergency call 911, or 988 in a crisis.'

/** The words of the frame around every page. */
export const site = {
  description: (clinic) =>
    `Ayurvedic consultations and oil therapies in ${clinic.city}, ${clinic.region}, an hour at a time.`,
  footer: 'Ayurvedic consultations, oil therapies and herbal products.',
  physician: 'Ayurvedic care complements the advice of your physician; it does not replace it.',
  quickLinksHeading: 'Quick links',
  visitHeading: 'Visit and contact',
  followHeading: 'Follow',
  openToday: 'Open today',
  closedToday: 'Closed today',
} satisfies Record<string, Words>

export const navigation: Link[] = [
  { text: 'Home', href: '/' },
  { text: 'Services', href: '/services' },
  { text: 'Products', href: '/products' },
  { text: 'Blog', href: '/blog' },
  { text: 'About', href: '/about' },
  { text: 'Contact', href: '/contact' },
]

export const bookingLink: Link = { text: 'Book Your Appointment', href: '/booking' }

export const quickLinks: Link[] = [
  { text: 'Services', href: '/services' },
  { text: 'Products', href: '/products' },
  { text: 'Blog', href: '/blog' },
  { text: 'Patient resources', href: '/resources' },
  bookingLink,
]

export const legalLinks: Link[] = [
  { text: 'Privacy', href: '/privacy' },
  { text: 'Accessibility', href: '/accessibility' },
]
