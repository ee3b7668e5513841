import { sanitizedToText, type PostTeaser } from '#app/domain/blog/blog-post.ts'
import { isAvailable, productPath } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { cardAnchor, servicePath, type WellnessService } from '#app/domain/catalogue/service.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { toConfirmationText } from '#app/domain/booking/confirmation-text.ts'
import { toFindAppointmentLead } from '#app/domain/booking/find-appointment-lead.ts'
import { toHowToBuy } from '#app/domain/catalogue/how-to-buy.ts'
import { listTeam } from '#app/domain/team/team.ts'
import { personAnchor } from '#app/domain/team/person.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type DeliveredContent, deliveredContent } from '#app/domain/content/content-now.server.ts'
import { type Content, getSource, type Lists, type RecordName } from '#app/domain/content/content-record.ts'
import { type Field } from '#app/domain/content/content-schema.ts'
import { mapFields } from '#app/domain/content/map-fields.ts'
import { withReadableTexts } from '#app/domain/content/markdown-fields.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { publicPages } from '#app/public-pages.ts'
import { type PatientField, patientFields } from '#content/patient-fields.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { resolveWords, type Page, type Promises } from '#content/pages/page.ts'
import { productsPage } from '#content/pages/products.ts'
import { servicesPage } from '#content/pages/services.ts'
import { searchEntries } from '#content/search-entries.ts'
import type { SearchDocument } from './search-index.ts'

/** Everything on the site that can be found, the entries of the specification first. */
export const createSiteDocuments = (
  clinic: ClinicFacts,
  posts: PostTeaser[],
  promises: Promises = {},
  content: Pick<DeliveredContent, 'read' | 'list'> = deliveredContent,
): SearchDocument[] => {
  const { pages } = content.read('search-words', clinic)
  const words = new Map(pages.map(({ page, words }) => [page, words]))
  const documents = [
    ...searchEntries.map((entry) => ({ ...entry, text: '' })),
    ...createServiceDocuments(content),
    ...createProductDocuments(content),
    ...createPageDocuments(clinic, promises, content),
    ...createTeamDocuments(clinic, content),
    ...posts.map(toPostDocument),
  ]
  return documents.map((document, at) => addWords(document, words.get(document.url), isFirst(documents, at)))
}

/** Only the first result at an address gets its words: 'Ayurvedic Tea' and the products share one. */
function addWords(document: SearchDocument, words: string | undefined, isFirstThere: boolean): SearchDocument {
  const isSpecific = document.type !== 'Product' || document.url.startsWith('/products/')
  return words && isSpecific && isFirstThere
    ? { ...document, synonyms: `${document.synonyms ?? ''}\n${words}` }
    : document
}

const isFirst = (all: readonly SearchDocument[], at: number) =>
  all.findIndex(({ url, title }) => url === all[at]?.url && title === all[at]?.title) === at

/** Its page; for one of the specification's entries, the address that is fixed there. */
const toServiceUrl = (service: Pick<WellnessService, 'id' | 'title'>) =>
  searchEntries.find(({ url }) => url === `/services#${cardAnchor(service)}`)?.url ?? servicePath(service)

const createServiceDocuments = (content: Lists) =>
  listServices(content)
    .filter(({ category }) => category)
    .map((service): SearchDocument => ({
      type: 'Service',
      title: service.title,
      url: toServiceUrl(service),
      ...(!isAvailable(service) && { note: servicesPage.notAvailable }),
      text: service.description,
      synonyms: [service.sanskrit, service.category, service.summary].join('\n'),
    }))

const createProductDocuments = (content: Lists) =>
  listProducts(content).map((product): SearchDocument => ({
    type: 'Product',
    title: product.name,
    url: productPath(product),
    ...(!isAvailable(product) && { note: productsPage.notAvailable }),
    text: product.category,
  }))

const createTeamDocuments = (clinic: ClinicFacts, content: Pick<DeliveredContent, 'read' | 'list'>) =>
  listTeam(content).map((person): SearchDocument => ({
    type: 'Page',
    title: person.name,
    url: `/about#${personAnchor(person)}`,
    page: content.read('about', clinic).seo.title,
    text: joinSentences([person.role, person.training, person.license ?? '', person.languages].filter(Boolean)),
  }))

type ReadAsText = <Name extends RecordName>(name: Name) => Content<Name>

function createPageDocuments(
  clinic: ClinicFacts,
  promises: Promises,
  content: Pick<DeliveredContent, 'read' | 'list'>,
) {
  const readAsText: ReadAsText = (name) => withReadableTexts(getSource(name).schema.fields, content.read(name, clinic))
  const { newsletter } = readAsText('site')
  const readBody = (name: RecordName) => getBody(withShownTexts(name, readAsText(name)))
  const special = getSpecialTexts(clinic, promises, readAsText, readBody, listTeam(content).length > 0)
  return [
    ...publicPages.flatMap(({ path, content: name }) => {
      if (!name) return []
      const words = readAsText(name)
      return createPageDocument(
        clinic,
        path,
        { ...words, ...special[path]?.head },
        special[path]?.body ?? readBody(name),
      )
    }),
    { type: 'Page' as const, title: newsletter.heading, url: '/#newsletter', text: newsletter.text },
  ]
}

/** Without what nobody reads: names of pictures, addresses, and texts that are complete only where the page fills them in. */
const withShownTexts = <Name extends RecordName>(name: Name, words: Content<Name>) =>
  mapFields(getSource(name).schema.fields, words, (field, part) => (isShown(field) ? part : undefined))

const isShown = (field: Field) =>
  ['line', 'text', 'markdown'].includes(field.kind) && !('also' in field) && !('typed' in field)

const inHead = new Set(['title', 'lead', 'seo'])

const getBody = (words: object) => Object.fromEntries(Object.entries(words).filter(([key]) => !inHead.has(key)))

/** Pages whose content files hold more or less text than the page shows. */
function getSpecialTexts(
  clinic: ClinicFacts,
  promises: Promises,
  read: ReadAsText,
  readBody: (name: RecordName) => object,
  hasTeam: boolean,
): Record<string, { head?: Partial<Page>; body?: unknown }> {
  const contact = [clinic.phone.display, clinic.emails.general, clinic.emails.booking, clinic.messagingApp.name]
  const where = [clinic.street, clinic.city, clinic.region, clinic.parking.text, ...clinic.waysToPay.list]
  const week = clinic.week.flatMap(({ name, text }) => [name, text])
  const home = read('home')
  const { scope } = read('services-page')
  const { howToBuy, before, talk } = read('products-page')
  const { emergency } = read('site')
  const { id, heading, paragraphs, nobody } = read('about').team
  return {
    '/': { head: { seo: { ...home.seo, title: home.title } } },
    '/services': { body: [scope, emergency] },
    '/products': { body: [howToBuy.heading, toHowToBuy(howToBuy, promises), before, talk] },
    '/blog': { body: [] },
    // Its labels stand beside what is said of a person.
    '/about': { body: { ...readBody('about'), team: { id, heading, paragraphs, nobody: hasTeam ? '' : nobody } } },
    '/contact': { body: [readBody('contact'), emergency, contact, where, week] },
    '/booking': { body: [getBookingTexts(read('booking'), promises), emergency] },
    '/privacy': { body: [read('privacy').short] },
    '/appointments': { head: { lead: toFindAppointmentLead(read('find-appointment'), promises) }, body: [] },
  }
}

/** Texts of the booking form before it is submitted. */
function getBookingTexts(page: Content<'booking'>, promises: Promises) {
  const { steps, form, facts, confirmation, booked, freeDays } = page
  const { fields } = bookingPage
  const { keepsEmails, schedulerHost } = promises
  return [
    steps,
    (patientFields as readonly PatientField[]).map(({ label, hint = '' }) => [label, hint]),
    keepsEmails || schedulerHost ? form.emailHintOnly : form.emailHint,
    [fields.health, schedulerHost ? fields.healthHosted : fields.healthHint],
    schedulerHost ? [] : freeDays.heading,
    [facts.price, toConfirmationText(confirmation, promises)],
    [booked.question, schedulerHost ? fillInAlso(booked.hosted, { host: schedulerHost }) : booked.link],
  ]
}

/** A page, and each of its sections with an anchor. */
function createPageDocument(clinic: ClinicFacts, url: string, page: Page, body: unknown): SearchDocument[] {
  const known = searchEntries.find((entry) => entry.type === 'Page' && entry.url === url)
  const title = known?.title ?? page.seo.title
  const sections = findSections(body)
  const texts = [
    page.title,
    resolveWords(page.lead ?? '', clinic),
    resolveWords(page.seo.description, clinic),
    ...collectTexts(body),
  ]
  return [
    { type: 'Page', title, url, text: joinSentences(texts) },
    ...sections.map(({ id, heading, ...section }): SearchDocument => ({
      type: 'Page',
      title: heading,
      url: `${url}#${id}`,
      page: title,
      text: joinSentences(collectTexts(section)),
    })),
  ]
}

type Section = { id: string; heading: string }

const isSection = (value: object): value is Section =>
  'id' in value && typeof value.id === 'string' && 'heading' in value && typeof value.heading === 'string'

function findSections(value: unknown): Section[] {
  if (typeof value !== 'object' || value === null) return []
  return isSection(value) ? [value] : Object.values(value).flatMap(findSections)
}

const joinSentences = (texts: string[]) => texts.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ')

/** These keys hold no texts. */
const wordless = new Set(['id', 'href', 'seo'])

/**
 * Collects all strings except sections, which are documents of their own. Texts made by functions name facts of the
 * clinic, which are added separately.
 */
function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return toLines(value)
  if (typeof value !== 'object' || value === null || isSection(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => (wordless.has(key) ? [] : collectTexts(inner)))
}

/** The paragraphs and the items of lists of a formatted text. */
const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*- /, ''))
    .filter(Boolean)

const toPostDocument = ({ title, url, excerpt, html }: PostTeaser): SearchDocument => ({
  type: 'Post',
  title,
  url,
  text: html === undefined ? excerpt : sanitizedToText(html),
})
