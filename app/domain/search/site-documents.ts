import { textOfSanitized, type PostTeaser } from '#app/domain/blog/blog-post.ts'
import { isAvailable, productPath } from '#app/domain/catalogue/product.ts'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { cardAnchor } from '#app/domain/catalogue/service.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { aboutPage } from '#content/pages/about.ts'
import { accessibilityPage } from '#content/pages/accessibility.ts'
import { blogPage } from '#content/pages/blog.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { contactPage } from '#content/pages/contact.ts'
import { homePage } from '#content/pages/home.ts'
import { inWords, type Page } from '#content/pages/page.ts'
import { privacyPage } from '#content/pages/privacy.ts'
import { productsPage } from '#content/pages/products.ts'
import { resourcesPage } from '#content/pages/resources.ts'
import { servicesPage } from '#content/pages/services.ts'
import { searchEntries } from '#content/search-entries.ts'
import type { SearchDocument } from './search-index.ts'

/** Everything that can be found on the site, the entries of the specification first. */
export const siteDocuments = (clinic: ClinicFacts, posts: (PostTeaser & { html?: string })[]): SearchDocument[] => [
  ...searchEntries.map((entry) => ({ ...entry, text: entry.note ?? '' })),
  ...serviceDocuments(clinic),
  ...productDocuments(clinic),
  ...pageDocuments(clinic),
  ...posts.map(postDocument),
]

const serviceDocuments = (clinic: ClinicFacts) =>
  currentServices(clinic)
    .filter(({ category }) => category)
    .map((service): SearchDocument => ({
      type: 'Service',
      title: service.title,
      url: `/services#${cardAnchor(service)}`,
      ...(!isAvailable(service) && { note: servicesPage.notAvailable }),
      text: [service.sanskrit, service.category, service.summary, service.description].join(' '),
    }))

const productDocuments = (clinic: ClinicFacts) =>
  currentProducts(clinic).map((product): SearchDocument => ({
    type: 'Product',
    title: product.name,
    url: productPath(product),
    ...(!isAvailable(product) && { note: productsPage.notAvailable }),
    text: product.category,
  }))

function pageDocuments(clinic: ClinicFacts) {
  const contact = [clinic.phone.display, clinic.emails.general, clinic.emails.booking, clinic.messagingApp.name]
  const where = [clinic.street, clinic.city, clinic.region, clinic.parking.text, ...clinic.waysToPay.list]
  const week = clinic.week.flatMap(({ name, text }) => [name, text])
  // What a form says once it was posted is not on the page.
  const { write, ...contactTexts } = contactPage
  return [
    pageDocument(clinic, '/', { ...homePage, seo: { ...homePage.seo, title: homePage.title } }, homePage),
    pageDocument(clinic, '/services', servicesPage, servicesPage.scope),
    pageDocument(clinic, '/products', productsPage, [productsPage.howToBuy, productsPage.before]),
    pageDocument(clinic, '/about', aboutPage, aboutPage),
    pageDocument(clinic, '/contact', contactPage, [contactTexts, write.heading, write.hint, contact, where, week]),
    pageDocument(clinic, '/booking', bookingPage, bookingPage),
    pageDocument(clinic, '/resources', resourcesPage, resourcesPage),
    pageDocument(clinic, '/blog', blogPage, []),
    pageDocument(clinic, '/privacy', privacyPage, privacyPage.sections),
    pageDocument(clinic, '/accessibility', accessibilityPage, accessibilityPage.sections),
  ]
}

function pageDocument(clinic: ClinicFacts, url: string, page: Page, body: unknown): SearchDocument {
  const known = searchEntries.find((entry) => entry.type === 'Page' && entry.url === url)
  const texts = [page.title, inWords(page.lead ?? '', clinic), inWords(page.seo.description, clinic), ...textsIn(body)]
  return { type: 'Page', title: known?.title ?? page.seo.title, url, text: texts.join(' ') }
}

/** Names of pictures, anchors and addresses are no words. */
const wordless = new Set(['id', 'href', 'url', 'photo', 'plate', 'seo'])

/** Every text below, except those that a function makes: they name facts, which are added on their own. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (wordless.has(key) ? [] : textsIn(inner)))
}

const postDocument = ({ title, url, excerpt, html }: PostTeaser & { html?: string }): SearchDocument => ({
  type: 'Post',
  title,
  url,
  text: html === undefined ? excerpt : textOfSanitized(html),
})
