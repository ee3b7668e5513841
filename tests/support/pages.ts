import { readFileSync } from 'node:fs'
import { parseRssFeed } from 'feedsmith'
import { featuredServiceIds, services } from '#content/services.ts'

// Whatever a clinic writes must pass: addresses that depend on its content are read from there.

const feed = parseRssFeed(readFileSync(new URL('../../content/feed.xml', import.meta.url), 'utf8'))

export const newestPost = feed.items?.[0]?.link ?? '/blog'

const [first] = services
/** The first service on the home page. */
export const featuredService = services.find(({ id }) => id === featuredServiceIds[0]) ?? first!
export const bookingOfAService = `/booking/${featuredService.id}`

/** Every page a visitor can read, each with a state of its own; the proofs that hold for all pages go through these. */
export const contentPages = [
  '/',
  '/services',
  '/about',
  '/contact',
  '/testimonials',
  '/products',
  '/resources',
  '/insurance',
  '/blog',
  '/blog/all',
  newestPost,
  '/search',
  // One of the five entries that the search always knows.
  '/search?q=tea',
  '/search?q=xyzzy',
  '/privacy',
  '/accessibility',
  '/booking',
  bookingOfAService,
  '/appointments',
  '/cart',
  '/login',
  '/login?mode=sign-up',
]

export const workPages = ['/login/forgot']

/** Kept out of search engines on purpose. */
export const unlistedPages = ['/appointments', '/cart', '/login', ...workPages]

export const publicPages = [...contentPages, ...workPages]
