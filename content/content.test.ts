import { existsSync, readFileSync } from 'node:fs'
import { parseRssFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import { products, services } from '#tests/support/catalogue.ts'
import { cardAnchor, serviceCategories } from '#app/domain/catalogue/service.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.server.ts'
import { findClaimsInContent } from '../scripts/build/claims-in-content.ts'
import { listPictureFiles } from '../scripts/build/content-problems.ts'
import { loadContentModules, loadContentTexts } from '../scripts/build/content-texts.ts'
import { fillIn } from '#app/domain/content/placeholders.ts'
import { clinic as file } from './clinic.ts'
import { resolveWords, type Facts, type Page } from './pages/page.ts'
import { type PlateName, photos, plates, spots } from './pictures.ts'
import { fdaDisclaimer } from './products.ts'
import { searchEntries } from './search-entries.ts'
import servicesPage from './pages/services-page.json' with { type: 'json' }
import { featuredServiceIds } from './services.ts'

// Whatever a clinic writes must pass: nothing here names a fact of one clinic, only rules that hold for all.

const here = new URL('.', import.meta.url)
const clinic = contentFacts(Date.now())
const modules = await loadContentModules()
/** Facts of ordinary length, so that a long city name is not counted against the writing. */
const ordinary: Facts = { ...clinic, name: 'Maple Ayurveda', city: 'Springfield', region: 'Vermont' }

const pages = modules
  .filter(({ file }) => file.startsWith('pages/'))
  .flatMap(({ file, exports }) =>
    Object.entries(exports)
      .filter((entry): entry is [string, Page] => isPage(entry[1]))
      .map(([name, page]) => ({ name: `${file.replace('pages/', '')} ${name}`, page: fillIn(page, ordinary) })),
  )
const feedXml = readFileSync(new URL('feed.xml', here), 'utf8')

describe('clinic, services and products', () => {
  it('keep to their schemas', () => {
    clinicSchema.parse(file)
  })

  it('have ids and card anchors of their own', () => {
    const cards = services.filter(({ category }) => category)
    expectUnique([...cards.map(cardAnchor), ...servicesPage.groups.map(({ anchor }) => anchor)])
  })

  it('feature only services that have a card', () => {
    const cards = services.filter(({ category }) => category).map(({ id }) => id)
    expectUnique(featuredServiceIds)
    expect(cards).toEqual(expect.arrayContaining(featuredServiceIds))
  })

  it('introduce every category once, in the order of the page', () => {
    expect(servicesPage.groups.map(({ category }) => category)).toEqual(serviceCategories)
  })
})

describe('pictures', () => {
  const fileExists = (file: string) => existsSync(new URL(`pictures/${file}`, here))

  it('exist as files', () => {
    expect(listPictureFiles({ plates, spots, photos }).filter((file) => !fileExists(file))).toEqual([])
  })

  it('have the size that their drawing says', () => {
    for (const { file, width, height } of [...Object.values(plates), ...Object.values(spots)]) {
      const svg = readFileSync(new URL(`pictures/${file}`, here), 'utf8')
      expect(svg, file).toContain(`viewBox="0 0 ${width} ${height}"`)
    }
  })

  it('are known by the names that services, products and people use', () => {
    const used = [...services, ...products].map(({ picture }) => picture as PlateName)
    expect(used.filter((name) => name && !(name in plates))).toEqual([])
  })
})

describe('search entries', () => {
  it('are one per title and address', () => {
    expectUnique(searchEntries.map(({ title, url }) => `${url} ${title}`))
  })

  it('point to a card of the catalogue where they point into /services', () => {
    const anchors = services.filter(({ category }) => category).map((service) => `/services#${cardAnchor(service)}`)
    const targets = searchEntries.map(({ url }) => url).filter((url) => url.startsWith('/services#'))
    expect(targets.filter((url) => !anchors.includes(url))).toEqual([])
  })
})

describe('pages', () => {
  it('are there', () => expect(pages.length).toBeGreaterThan(10))

  // No search engine lists the dashboard, the login or an unknown address.
  it.each(pages.filter(({ name }) => !/^(admin|login|not-found)/.test(name)))(
    '$name has a title and a description of 80 to 160 characters',
    ({ page }) => {
      expect(page.title.trim()).not.toBe('')
      expect(page.seo.title).not.toContain(clinic.name)
      const { length } = resolveWords(page.seo.description, ordinary)
      expect(length).toBeGreaterThanOrEqual(80)
      expect(length).toBeLessThanOrEqual(160)
    },
  )

  it('differ in the title and the description that search engines show', () => {
    expectUnique(pages.map(({ page }) => page.seo.title))
    expectUnique(pages.map(({ page }) => resolveWords(page.seo.description, clinic)))
  })

  it('name sections by anchors of their own', () => {
    for (const { page } of pages) expectUnique(anchorsIn(page))
  })

  it('link only to anchors that are on the page', () => {
    const anchors: Record<string, string[]> = {
      '/about': anchorsOf('about.json'),
      '/contact': anchorsOf('contact.json'),
      '/insurance': anchorsOf('resources.json'),
      '/resources': anchorsOf('resources.json'),
      '/services': [...services.map(cardAnchor), ...servicesPage.groups.map(({ anchor }) => anchor)],
    }
    const inFeed = [...feedXml.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    const hrefs = [...modules.flatMap(({ exports }) => links(exports)), ...inFeed].filter((href) => /^\/.*#/.test(href))
    expect(hrefs.filter((href) => !anchors[href.split('#')[0] ?? '']?.includes(href.split('#')[1] ?? ''))).toEqual([])
  })
})

describe('the bundled feed', () => {
  const feed = parseRssFeed(feedXml)
  const items = feed.items ?? []

  it('holds at least seven posts, each with an address of its own', () => {
    expect(items.length).toBeGreaterThanOrEqual(7)
    expectUnique(items.map(({ link }) => link))
    for (const { link } of items) expect(link).toMatch(/^\/blog\/[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('gives each post a title, a date, a summary and a text, newest first', () => {
    for (const item of items) {
      expect(item.title).toBeTruthy()
      expect(item.description).not.toMatch(/[<>]/)
      expect(item.content?.encoded).toMatch(/^\s*<p>/)
    }
    const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? ''))
    expect(dates).not.toContain(Number.NaN)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
  })
})

describe('the wording', async () => {
  const texts = await loadContentTexts()

  it('claims no effect on a disease', async () => {
    expect(await findClaimsInContent()).toEqual([])
  })

  it.each([
    [
      'promises to make anyone well',
      /\b(cur(e[sd]?|ing)|heal(s|ed|er|ers|ing)?|treat(s|ed|ing)?|reliev(e[sd]?|ing))\b/i,
    ],
    ['promises a result', /\b(proven|guarante\w*|miracle\w*|before[ -]and[ -]after)\b/i],
    ['speaks of toxins', /\b(toxins?|detox\w*)\b/i],
    ['claims a certificate', /\bHIPAA\b|WCAG[^.]*\bcompliant\b/i],
    ['is a filler', /\b(lorem|coming soon|TODO|TBD)\b/i],
  ])('never %s', (_, banned) => {
    expect(texts.filter(({ text }) => banned.test(withoutAllowed(text)))).toEqual([])
  })
})

/** The only places where such words may stand: required by law, saying 'not', or a service's own name. */
function withoutAllowed(text: string) {
  const allowed = [
    fdaDisclaimer,
    'They do not diagnose, treat or cure disease',
    ...services.map(({ title }) => title),
    ...services.map(({ id }) => id),
  ]
  return allowed.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text)
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'title' in value && 'seo' in value
}

/** The values of every property of that name, at any depth. */
function valuesOf(key: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === key && typeof part === 'string' ? [part] : valuesOf(key, part),
  )
}

function links(value: unknown) {
  return valuesOf('href', value)
}

function anchorsIn(page: Page) {
  return valuesOf('id', page)
}

function anchorsOf(file: string) {
  return pages.filter(({ name }) => name.startsWith(`${file} `)).flatMap(({ page }) => anchorsIn(page))
}

function expectUnique(values: readonly unknown[]) {
  expect([...values]).toEqual([...new Set(values)])
}
