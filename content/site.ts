import type { Facts, Link } from './pages/page.ts'

/** Once on contact, services and booking; never in the footer. */
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
  edit: 'Edit this page',
  profile: 'Profile',
  logout: 'Logout',
}

export const noticeLabel = 'Notice'

export const footer = {
  about: 'Ayurvedic consultations, oil therapies and herbal products.',
  physician: 'Ayurvedic care complements the advice of your physician; it does not replace it.',
  quickLinksHeading: 'Quick links',
  visitHeading: 'Visit and contact',
  followHeading: 'Follow',
}

/** One line; empty without an address. */
export const addressLine = ({ street, city, region, postalCode, withoutAddress }: Facts) =>
  withoutAddress ? '' : [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const homeLink = { text: 'Home', href: '/' }

export const bookingLink: Link = { text: 'Book Your Appointment', href: '/booking' }
