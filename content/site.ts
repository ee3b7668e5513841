import type { Facts, Link } from './pages/page.ts'

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

/** One line; empty without an address. */
export const addressLine = ({ street, city, region, postalCode, withoutAddress }: Facts) =>
  withoutAddress ? '' : [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

export const homeLink = { text: 'Home', href: '/' }

export const bookingLink: Link = { text: 'Book Your Appointment', href: '/booking' }
