import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { products, services, withoutEntry } from '#tests/support/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import type { FeedItem } from '#app/integrations/feed-reader/feed-entries.ts'
import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { servicePath } from '#app/domain/catalogue/service.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { photos, plates } from '#content/pictures.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { contactPage } from '#content/pages/contact.ts'
import type { Promises } from '#content/pages/page.ts'
import { productsPage } from '#content/pages/products.ts'
import { searchEntries } from '#content/search-entries.ts'
import { textsOf } from '#tests/support/pages.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { FoundResult } from './search-index.ts'
import { createSiteDocuments } from './site-documents.server.ts'
import { createSearchCache, searchStoredSite } from './site-search.server.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import resourcesPage from '#content/pages/resources.json' with { type: 'json' }

const start = Date.UTC(2023, 9, 12, 14)
const clinic = contentFacts(start)

async function openSite({ bundled = true, promises }: { bundled?: boolean; promises?: Promises | undefined } = {}) {
  const database = await openTestDatabase()
  const says: { items: FeedItem[] } = { items: [] }
  const feed: FeedReader = {
    id: 'feed-1',
    bundled,
    readFeed: async () => ({ ok: true, items: says.items }),
    fetchPicture: async () => undefined,
  }
  const site = {
    database,
    queue: createQueue(database),
    feed,
    pages: { purge: async () => {} },
    search: createSearchCache(),
  }
  const read = (items: FeedItem[], now: number) => {
    says.items = items
    return refreshPosts(site, now)
  }
  return {
    ...site,
    read,
    find: async (term: string) => withoutSnippets(await searchStoredSite(site, { term, clinic, promises })),
  }
}

/** What was found, by itself. */
const withoutSnippets = (results: FoundResult[]) =>
  results.map(({ type, title, url, note, page }) => ({
    type,
    title,
    url,
    ...(note && { note }),
    ...(page && { page }),
  }))

const post = (about: Partial<FeedItem> = {}): FeedItem => ({
  title: 'On wombats',
  link: 'https://blog.example/on-wombats',
  html: '<p>They dig &amp; they <em>sleep</em>. Quokkas hop.</p>',
  ...about,
})

describe('the search of the site', () => {
  test('lists each of the specification’s five entries once', async () => {
    const site = await openSite()
    for (const entry of searchEntries) {
      const same = (await site.find(entry.title)).filter(
        ({ type, title }) => type === entry.type && title === entry.title,
      )
      expect(same).toEqual([entry])
    }
  })

  test('shows no name of a picture and nothing that a page would fill in', () => {
    const texts = createSiteDocuments(clinic, []).flatMap(({ title, text }) => [title, text])
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([])
    const names = new Set(Object.keys({ ...photos, ...plates }))
    expect(texts.flatMap((text) => text.split(/[.!?] /)).filter((sentence) => names.has(sentence))).toEqual([])
  })

  test('does not find text that a form shows after it is posted', () => {
    const contact = createSiteDocuments(clinic, []).find(({ url, text }) => url === '/contact' && text)
    const { success, failure } = contactPage.write
    expect(contact?.text).toContain(textsOf('contact').write.hint)
    for (const text of [success, failure]) expect(contact?.text).not.toContain(text)
  })

  test.each([
    { keepsEmails: true as const },
    { schedulerHost: 'calendar.example' },
    { keepsEmails: true as const, schedulerHost: 'calendar.example' },
  ])('promises no email and no change that is not possible: %j', async (promises) => {
    const texts = createSiteDocuments(clinic, [], promises).map(({ text }) => text)
    const { confirmation, booked, form, freeDays } = textsOf('booking')
    const find = textsOf('find-appointment')
    const untrue = [find.lead, confirmation.text, form.emailHint]
    const ofOurCalendar = [booked.link.text, bookingPage.fields.healthHint, freeDays.heading]
    for (const promise of [...untrue, ...(promises.schedulerHost ? ofOurCalendar : [])])
      expect(texts.filter((text) => text.includes(promise))).toEqual([])
    // It is found all the same, and says what is to be done.
    const site = await openSite({ promises })
    for (const term of ['cancel', 'reschedule', 'link'])
      expect((await site.find(term)).map(({ url }) => url)).toContain('/appointments')
    const says = promises.schedulerHost ? fillInAlso(find.hosted, { host: promises.schedulerHost }) : find.kept
    expect(texts.some((text) => text.includes(says))).toBe(true)
  })

  test('finds every service with a card, and every product', async () => {
    const site = await openSite()
    for (const service of services.filter(({ category }) => category)) {
      expect(await site.find(service.title)).toContainEqual({
        type: 'Service',
        title: service.title,
        url: searchEntries.find(({ title }) => title === service.title)?.url ?? servicePath(service),
      })
    }
    for (const { id, name } of products) {
      expect(await site.find(name)).toContainEqual({ type: 'Product', title: name, url: productPath({ id }) })
    }
    const uncarded = services.filter(({ category }) => !category)
    for (const { title } of uncarded) expect((await site.find(title)).map((found) => found.title)).not.toContain(title)
  })

  test('finds the people of the team by name and by what they do', () => {
    const asha = { id: 'asha', name: 'Asha Rao', role: 'Ayurvedic practitioner', training: 'BAMS, Pune, 2009' }
    const entries = [asha, { ...asha, id: 'gone', name: 'Nobody Now', archived: true }].map((one) => ({
      ...{ license: '', languages: 'Hindi', days: [], services: [], everyService: true, picture: '' },
      ...one,
    }))
    const list = ((name: Parameters<typeof deliveredContent.list>[0]) =>
      name === 'team' ? entries : deliveredContent.list(name)) as typeof deliveredContent.list
    const found = createSiteDocuments(clinic, [], {}, { read: deliveredContent.read, list })
    expect(found.find(({ title }) => title === 'Asha Rao')).toMatchObject({
      url: '/about#person-asha',
      text: expect.stringMatching(/Ayurvedic practitioner.*Pune/s),
    })
    expect(found.map(({ title }) => title)).not.toContain('Nobody Now')
  })

  test('finds the right page by everyday words', async () => {
    const site = await openSite()
    const places = new Set(createSiteDocuments(clinic, []).map(({ url }) => url))
    const { pages } = textsOf('search-words')
    expect(pages.map(({ page }) => page).filter((page) => !places.has(page))).toEqual([])
    for (const { page: url, words } of pages)
      for (const word of words.split(', '))
        expect(
          (await site.find(word)).slice(0, 3).map((found) => found.url),
          `${word}: ${url}`,
        ).toContain(url)
  })

  test.each([
    ['pian', '/services/pain-management'],
    ['hreb', '/products/ayur-herb'],
    ['abhynaga', '/services/abhyangam'],
    ['capsul', '/products'],
    ['capsules', '/products'],
    ['excema', '/services/skin-care'],
    ['exema', '/services/skin-care'],
    ['exzema', '/services/skin-care'],
    ['newletter', '/#newsletter'],
    ['newsletters', '/#newsletter'],
    ['sikn', '/services/skin-care'],
    ['trifala', '/products/triphala'],
  ])('ranks the right page for %j among the first three', async (term, url) => {
    expect((await (await openSite()).find(term)).slice(0, 3).map((found) => found.url)).toContain(url)
  })

  test.each(['aaaa', 'eeee', 'asdf', 'qwer', 'xxxx', 'zzzz'])('finds nothing for %j', async (term) => {
    expect(await (await openSite()).find(term)).toEqual([])
  })

  test('ranks similar-sounding words below the word itself', async () => {
    const site = await openSite()
    const sips = { link: 'https://blog.example/sips', html: '<p>Sipping tea, sipping more, sipping</p>' }
    await site.read([post({ title: 'On sipping', ...sips })], start)
    expect((await site.find('shipping')).map(({ url }) => url)).toEqual(['/products', '/blog/sips'])
  })

  test('links to the section of a page', async () => {
    const site = await openSite()
    const section = resourcesPage.firstVisit
    expect((await site.find(section.heading))[0]).toMatchObject({
      title: section.heading,
      url: `/resources#${section.id}`,
      page: resourcesPage.seo.title,
    })
  })

  test('shows that a product is unavailable as soon as it is', async () => {
    const site = await openSite()
    const [product] = products
    const findNow = async (content = { ...deliveredContent, version: () => 0 }) =>
      withoutSnippets(await searchStoredSite(site, { term: product?.name ?? '', clinic: contentFacts(start), content }))
    const found = { type: 'Product', title: product?.name, url: product && productPath(product) }
    expect(await findNow()).toContainEqual(found)
    expect(await findNow({ ...withoutEntry('products', product?.id), version: () => 1 })).toContainEqual({
      ...found,
      note: productsPage.notAvailable,
    })
  })

  test('finds pages by their text, and the facts of the clinic', async () => {
    const site = await openSite()
    expect((await site.find(resourcesPage.seo.title)).map(({ url }) => url)).toContain('/resources')
    expect((await site.find(clinic.emails.general)).map(({ url }) => url)).toContain('/contact')
  })

  test('finds stored posts by title and by text, on this site or elsewhere', async () => {
    const here = await openSite()
    await here.read([post()], start)
    expect(await here.find('wombat')).toEqual([{ type: 'Post', title: 'On wombats', url: '/blog/on-wombats' }])
    expect(await here.find('quokka')).toEqual([{ type: 'Post', title: 'On wombats', url: '/blog/on-wombats' }])

    const elsewhere = await openSite({ bundled: false })
    await elsewhere.read([post()], start)
    expect(await elsewhere.find('wombat')).toEqual([
      { type: 'Post', title: 'On wombats', url: 'https://blog.example/on-wombats' },
    ])
  })

  test('finds new posts', async () => {
    const site = await openSite()
    expect(await site.find('wombat')).toEqual([])
    await site.read([post()], start)
    expect(await site.find('wombat')).toHaveLength(1)
    await site.read([post({ title: 'On numbats', html: '' })], start + 1)
    expect((await site.find('numbat')).map(({ title }) => title)).toEqual(['On numbats'])
  })

  test('builds its index once instead of for every query', async () => {
    const site = await openSite()
    await site.read([post()], start)
    await site.find('wombat')
    const entry = site.search.entry
    await site.find('tea')
    expect(site.search.entry).toBe(entry)
  })

  test('does nothing for a blank term', async () => {
    const site = await openSite()
    expect(await site.find(' \t ')).toEqual([])
    expect(site.search.entry).toBeUndefined()
  })
})
