import { readFileSync } from 'node:fs'
import { parseRssFeed } from 'feedsmith'
import { publicPages as registered } from '#app/public-pages.ts'
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
  ...registered.map(({ path }) => path),
  newestPost,
  // One of the five entries that the search always knows.
  '/search?q=tea',
  '/search?q=xyzzy',
  bookingOfAService,
  '/login?mode=sign-up',
]

export const workPages = ['/login/forgot']

/** Kept out of search engines on purpose. */
export const unlistedPages = [...registered.filter(({ noindex }) => noindex).map(({ path }) => path), ...workPages]

export const publicPages = [...contentPages, ...workPages]
