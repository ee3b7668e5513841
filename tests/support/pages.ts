import { products, services } from '#tests/support/catalogue.ts'
import { findServicePage } from '#app/domain/catalogue/services.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { readFileSync } from 'node:fs'
import { parseRssFeed } from 'feedsmith'
import { publicPages as registered } from '#app/public-pages.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { servicePath } from '#app/domain/catalogue/service.ts'
import { featuredServiceIds } from '#content/services.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { RecordName } from '#app/domain/content/content-record.ts'

// The tests must pass with any clinic's content, so paths that depend on it are read from it.

const feed = parseRssFeed(readFileSync(new URL('../../content/feed.xml', import.meta.url), 'utf8'))

export const newestPost = feed.items?.[0]?.link ?? '/blog'

const [first] = services
/** The first service on the home page. */
export const featuredService = services.find(({ id }) => id === featuredServiceIds[0]) ?? first!
export const bookingOfAService = `/booking/${featuredService.id}`
/** With everything that the page of a service can show, as far as there is one. */
export const ownPageOfAService = servicePath(
  services.find(({ id }) => findServicePage(deliveredContent, id)!.details.hour.length > 0) ?? featuredService,
)

export const ownPageOfAProduct = productPath(
  products.find(({ forms, supplement }) => forms && supplement) ?? products[0] ?? { id: 'none' },
)

export const pagesToWorkOn = ['/login', '/login?mode=sign-up', '/login/forgot', '/cart']

/** Every page a visitor can read, each in one state; tests of all pages go through these. */
export const pagesToRead = [
  ...registered.map(({ path }) => path).filter((path) => !pagesToWorkOn.includes(path)),
  newestPost,
  ownPageOfAService,
  ownPageOfAProduct,
  // One of the five entries that the search always contains.
  '/search?q=tea',
  '/search?q=xyzzy',
  bookingOfAService,
]

/** Pages that search engines must not index. */
const unlisted = registered.filter(({ noindex }) => noindex).map(({ path }) => path)
export const unlistedPages = [...new Set([...unlisted, ...pagesToWorkOn])]

export const publicPages = [...pagesToRead, ...pagesToWorkOn]

/** The texts of a page that a new clinic starts with. */
export const textsOf = <Name extends RecordName>(name: Name) => deliveredContent.read(name, contentFacts(Date.now()))
