import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { hasMarks, markedPaths, withoutMarks } from '#app/domain/content/marks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { header } from '#content/site.ts'
import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { newestPost } from '#tests/support/pages.ts'

/** A page without what a preview leaves out, and without the paragraphs that were only marks. */
const toRead = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, '')
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<base target="_blank"\/>| autofocus=""/g, '')
    .replaceAll(/<p( class="[^"]*")?><\/p>/g, '')

const address = '/admin/pages/home'
const preview = `${address}/preview`

describe.each(databasesFor(import.meta.url))('the preview of a page on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (who: Pick<typeof admin, 'get'>, path: string) => (await who.get(path)).text()
  const save = async (typed: Record<string, string>) => {
    const { fields } = formWith(await read(admin, address), 'lead')
    expect((await admin.post(address, { ...fields, ...typed, intent: 'save' })).status).toBe(303)
  }

  test('is the real page with the draft’s texts, which visitors do not see', async () => {
    await save({ lead: 'Only a <draft> in {city}.' })
    const { city } = contentFacts(Date.now())
    const html = await read(admin, preview)
    expect(html).toContain(`Only a &lt;draft&gt; in ${city}.`)
    expect(html).toContain('<footer')
    for (const who of [visitor(site), admin]) expect(await read(who, '/')).not.toContain('Only a')
    expect(await read(admin, '/admin/pages/about/preview')).toContain(
      deliveredContent.read('about', contentFacts(Date.now())).lead,
    )
  })

  test('shows a text that can’t be published as it is published, and the others as typed', async () => {
    await save({ lead: 'x'.repeat(300), headline: 'A new headline,' })
    const html = await read(admin, preview)
    expect(html).not.toContain('xxxx')
    expect(html).toContain(deliveredContent.read('home', contentFacts(Date.now())).lead)
    expect(html).toContain('A new headline,')
  })

  test('leaves out a card that was just added, and shows the other ones as they are in the draft', async () => {
    const { fields } = formWith(await read(admin, address), 'lead')
    const heading = 'teasers.items.0.heading'
    const moved = await admin.post(address, { ...fields, [heading]: 'A moved card', list: 'down teasers.items.0' })
    expect(moved.status).toBe(303)
    const { fields: before } = formWith(await read(admin, address), 'lead')
    expect((await admin.post(address, { ...before, list: 'add teasers.items' })).status).toBe(303)
    const { fields: added } = formWith(await read(admin, address), 'lead')
    expect((await admin.post(address, { ...added, list: 'up teasers.items.3' })).status).toBe(303)
    const html = await read(admin, preview)
    expect(html).toContain('A moved card')
    // Each names its place in the form, where the blank one is the third.
    const shown = [0, 1, 2, 3].map((item) => markedPaths(html).includes(`teasers.items.${item}.heading`))
    expect(shown).toEqual([true, true, false, true])
    const { revision = '' } = formWith(await read(admin, address), 'lead').fields
    expect((await admin.post(address, { intent: 'discard', revision })).status).toBe(303)
    await read(admin, address)
  })

  test('is shown only in the dashboard’s frames, is stored nowhere, and nothing in it runs or leads away', async () => {
    const { headers, status } = await admin.get(preview)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
    const policy = headers.get('Content-Security-Policy')?.split('; ')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("script-src 'none'")
    expect(policy).toContain('sandbox allow-same-origin allow-scripts')
    const html = await read(admin, preview)
    expect(html).toContain('<base target="_blank"/>')
    expect(html).not.toContain('<script')
    // As a visitor sees it.
    expect(html).not.toContain(header.dashboard)
    const published = await admin.get('/')
    expect(published.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(published.headers.get('Content-Security-Policy')).not.toContain('sandbox')
    expect((await admin.get(preview, { method: 'HEAD' })).status).toBe(200)
  })

  test('names the field of each text by marks, which nobody else gets and which change nothing', async () => {
    const marked = await read(admin, preview)
    expect(markedPaths(marked)).toEqual(
      expect.arrayContaining(['lead', 'seo.title', 'teasers.items.2.link.text', 'actions.book.text']),
    )
    // A sample is nobody's page.
    const records = Object.entries<{ schema: ContentSchema }>(contentRecords).flatMap(([name, { schema }]) =>
      schema.path === undefined || schema.sample || name.startsWith('clinic/')
        ? []
        : { path: schema.path, editor: `/admin/pages/${name}` },
    )
    const entries = [
      { path: '/services/shirodhara', editor: '/admin/services/shirodhara' },
      { path: '/products/triphala', editor: '/admin/products/triphala' },
    ]
    for (const { path, editor } of [...records.filter(({ path }) => path !== '/'), ...entries]) {
      const html = await read(admin, `${editor}/preview`)
      const published = await read(visitor(site), path)
      expect(markedPaths(html).length, editor).toBeGreaterThan(0)
      expect(html, editor).not.toMatch(/<script|modulepreload/)
      expect(hasMarks(published), path).toBe(false)
      expect(toRead(withoutMarks(html)), editor).toBe(toRead(published))
    }
    expect(hasMarks(await read(admin, '/'))).toBe(false)
  })

  test('names the services, products and people that stand on it, also those of other pages', async () => {
    for (const [page, entry] of [
      ['/admin/pages/services-page', 'services/abhyangam'],
      ['/admin/pages/home', 'services/abhyangam'],
      ['/admin/pages/products-page', 'products/triphala'],
      ['/admin/services/shirodhara', 'services/abhyangam'],
    ] as const)
      expect(markedPaths(await read(admin, `${page}/preview`)), page).toContain(entry)
    // Its own texts are its fields.
    const own = markedPaths(await read(admin, '/admin/services/abhyangam/preview'))
    expect([own.includes('title'), own.includes('services/abhyangam')]).toEqual([true, false])
  })

  test('is there for the admin alone, and of records alone', async () => {
    const other = await visitor(site).get(preview)
    expect([other.status, other.headers.get('Location')]).toEqual([302, '/'])
    for (const name of ['nothing', '__proto__', 'home%2F'])
      expect((await admin.get(`/admin/pages/${name}/preview`)).status, name).toBe(404)
    expect((await admin.post(preview, { intent: 'publish' })).status).toBeGreaterThanOrEqual(400)
  })

  test('of a service is its own page, of one that was removed the page that lists the others', async () => {
    const service = '/admin/services/abhyangam'
    const saveService = async (typed: Record<string, string>) => {
      const { fields } = formWith(await read(admin, service), 'revision')
      expect((await admin.post(service, { ...fields, ...typed, intent: 'save' })).status).toBe(303)
      return withoutMarks(await read(admin, `${service}/preview`))
    }
    const draft = await saveService({ title: 'Draft of a massage', 'page.suits.0.text': 'People who like drafts' })
    expect(draft).toMatch(/<h1>Draft of a massage<\/h1>/)
    expect(draft).toContain('People who like drafts')
    for (const path of ['/services', '/services/abhyangam'])
      expect(await read(visitor(site), path)).not.toContain('Draft of a massage')
    const { version = '' } = formWith(await read(admin, service), 'version').fields
    expect((await admin.post(service, { intent: 'remove', version })).status).toBe(303)
    const removed = await read(admin, `${service}/preview`)
    expect(removed).toContain(deliveredContent.read('services-page', contentFacts(Date.now())).title)
    expect(removed).not.toContain('Draft of a massage')
    expect((await admin.get('/admin/services/nothing/preview')).status).toBe(404)
  })

  test('is one link away from the page, for the admin', async () => {
    const link = `<a href="${address}">${header.edit}</a>`
    expect(await read(admin, '/')).toContain(link)
    expect(await read(admin, '/about')).toContain('<a href="/admin/pages/about">')
    expect(await read(admin, '/services/general')).toContain('<a href="/admin/services/general">')
    expect(await read(admin, '/products/triphala')).toContain('<a href="/admin/products/triphala">')
    expect(await read(admin, '/services/nothing')).not.toContain(header.edit)
    expect(await read(admin, newestPost)).not.toContain(header.edit)
    expect(await read(visitor(site), '/')).not.toContain(header.edit)
  })
})
