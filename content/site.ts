import type { Facts, Link } from './pages/page.ts'

/** Stands once on contact, on services and in the booking flow; never in the footer. */
export const emergency = 'In an emergency call 911, or 988 in a crisis.'

/** The controls above every page. Names that the specification gives stay as they are. */
export const header = {
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  search: { open: 'Search', form: 'Site', label: 'Search the site', button: 'Search' },
  cart: (lines: number) => (lines > 0 ? `Cart, ${lines} ${lines === 1 ? 'item' : 'items'}` : 'Cart'),
  login: 'Login',
  account: (name: string) => `${name}’s account`,
  dashboard: 'Admin Dashboard',
  profile: 'Profile',
  logout: 'Logout',
}

/** Of the clinic's notice at the top of every page. */
export const noticeLabel = 'Notice'

export const footer = {
  about: 'Ayurvedic consultations, oil therapies and herbal products.',
  physician: 'Ayurvedic care complements the advice of your physician; it does not replace it.',
  quickLinksHeading: 'Quick links',
  visitHeading: 'Visit and contact',
  followHeading: 'Follow',
}

/** Where the clinic is, in one line, as pages and emails write it; empty when the clinic took its address off. */
export const addressLine = ({ street, city, region, postalCode, withoutAddress }: Facts) =>
  withoutAddress ? '' : [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** The two ways to reach a person, on buttons. */
export const reach = {
  call: (clinic: Facts) => `Call ${clinic.phone.display}`,
  write: (address: string) => `Email ${address}`,
}

/** The home page, as links and breadcrumbs name it. */
export const homeLink = { text: 'Home', href: '/' }

export const bookingLink: Link = { text: 'Book Your Appointment', href: '/booking' }
