import type { Facts, Link, Page, Parts } from './page.ts'

export const notFoundPage = {
  title: 'We can’t find that page',
  lead: 'The address may be old or mistyped. Nothing is wrong on your side.',
  seo: {
    title: 'Page not found',
    description: 'There is no page at this address. Search the site, see our services, or call us and ask.',
  },
  help: (clinic: Facts) => `Looking for something in particular? Call ${clinic.phone.display}.`,
  links: [
    { text: 'Home', href: '/' },
    { text: 'Services', href: '/services' },
    { text: 'Search', href: '/search' },
    { text: 'Contact', href: '/contact' },
  ] satisfies Link[],
} satisfies Page & Parts
