import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookingOfAService,
  pagesToRead,
  newestPost,
  ownPageOfAProduct,
  ownPageOfAService,
  publicPages,
  unlistedPages,
  pagesToWorkOn,
  textsOf,
} from '#tests/support/pages.ts'
import { startSiteForTest } from '#tests/support/databases.ts'
import type { HostedServiceName } from '#app/http/hosted-services.ts'
import { startSite } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { clinic } from '#content/clinic.ts'
import { patientFieldsInWords } from '#app/domain/patients/patient-fields.ts'

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'warn' })
  // Pages change when the feed is read the first time.
  await until(async () => (await get(newestPost)).ok)
})
afterAll(() => site?.stop())

const get = (path: string, more: RequestInit = {}) => fetch(site.url + path, { redirect: 'manual', ...more })
const html = async (path: string) => (await get(path)).text()
const toHashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

describe.each([...publicPages, '/not-there'])('%s', (path) => {
  test('carries the security headers', async () => {
    const { headers } = await get(path)
    const csp = headers.get('Content-Security-Policy') ?? ''
    expect(csp).toContain("default-src 'none'")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).not.toMatch(/unsafe-inline|unsafe-eval|https:|\*/)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toContain('geolocation=()')
    expect(headers.get('X-Powered-By')).toBeNull()
  })

  test('claims no HIPAA compliance', async () => {
    expect(await html(path)).not.toMatch(/HIPAA[- ]compliant/i)
  })
})

describe.each(pagesToRead)('%s', (path) => {
  test('contains its styles and its only script inline, and its CSP allows exactly these', async () => {
    const answer = await get(path)
    const csp = answer.headers.get('Content-Security-Policy') ?? ''
    const page = await answer.text()
    const inline = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, text = '']) => toHashSource(text))
    const [script, ...otherScripts] = inline(/<script\b(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)
    const [style, ...otherStyles] = inline(/<style\b[^>]*>(.*?)<\/style>/gs)
    expect([otherScripts, otherStyles]).toEqual([[], []])
    expect(csp).toContain(`script-src 'self' ${script};`)
    expect(csp).toContain(`style-src 'self' ${style};`)
    // The colors that the clinic chose are a small file of their own.
    const withoutTheme = page.replaceAll(/<link rel="stylesheet" href="\/theme\/[^"]*"\/>/g, '')
    expect(withoutTheme).not.toMatch(/<script\b[^>]*\bsrc=|<link\b[^>]*rel="stylesheet"|\bstyle="/)
  })
})

test('content pages contain no styles of forms, shop, booking or dashboard', async () => {
  const selectors = { accounts: '.split-form', shop: '.prod', booking: '.sched', dashboard: '.adm' }
  for (const path of ['/', '/services', '/about', '/blog', newestPost]) {
    const page = await html(path)
    for (const [section, selector] of Object.entries(selectors))
      expect(page, `${section} on ${path}`).not.toContain(selector)
  }
  // The selectors exist on the pages that use them.
  const [login, products] = await Promise.all([html('/login'), html('/products')])
  for (const selector of ['.split-form', '.prod', '.sched']) expect(login + products).toContain(selector)
})

test('hydrated pages get a new CSP nonce for every response', async () => {
  for (const path of pagesToWorkOn) {
    const nonces = await Promise.all(
      [get(path), get(path)].map(
        async (answer) => /'nonce-([^']+)'/.exec((await answer).headers.get('Content-Security-Policy') ?? '')?.[1],
      ),
    )
    expect(nonces[0]).toBeTruthy()
    expect(nonces[0]).not.toBe(nonces[1])
  }
})

test('the CSP allows a frame of the map provider only on the page that shows the map', async () => {
  const host = new URL(clinic.map.embedUrl).origin
  expect((await get('/contact')).headers.get('Content-Security-Policy')).not.toContain('frame-src')
  expect((await get('/contact?map=show')).headers.get('Content-Security-Policy')).toContain(`frame-src ${host}`)
})

async function structuredData(path: string): Promise<{ '@type': string; image?: string }[]> {
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/s.exec(await html(path))?.[1] ?? ''
  return JSON.parse(json)['@graph']
}

describe('for search engines and shared links', () => {
  const indexed = publicPages.filter((path) => !path.includes('?') && !unlistedPages.includes(path))

  test.each(indexed)('%s has one heading, a title, a description, a canonical link and a share image', async (path) => {
    const page = await html(path)
    expect(page.match(/<h1[ >]/g)).toHaveLength(1)
    expect(/<meta name="description" content="([^"]+)"/.exec(page)?.[1]?.length).toBeGreaterThan(50)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]).toMatch(new RegExp(`^${site.url}/`))
    expect(/<meta property="og:title" content="([^"]+)"/.exec(page)?.[1]).toBeTruthy()
    expect(/<meta property="og:image:alt" content="([^"]+)"/.exec(page)?.[1]).toBeTruthy()
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await fetch(picture)).headers.get('Content-Type')).toMatch(/^image\//)
  })

  test('no two pages share a title or a description', async () => {
    const unique = indexed.filter((path) => path !== '/insurance' && path !== bookingOfAService)
    const pages = await Promise.all(unique.map(html))
    for (const pattern of [/<title>([^<]+)/, /<meta name="description" content="([^"]+)"/]) {
      const found = pages.map((page) => pattern.exec(page)?.[1])
      expect(new Set(found).size, found.join('\n')).toBe(unique.length)
    }
  })

  const structured: [string, string[]][] = [
    ['/', ['MedicalBusiness']],
    [ownPageOfAService, ['Service', 'BreadcrumbList']],
    ['/services', ['Service', 'BreadcrumbList']],
    ['/products', ['Product', 'BreadcrumbList']],
    [ownPageOfAProduct, ['Product', 'BreadcrumbList']],
    ['/contact', ['MedicalBusiness', 'BreadcrumbList']],
    [newestPost, ['BlogPosting', 'BreadcrumbList']],
  ]
  test.each(structured)('%s has structured data', async (path, types) => {
    const graph = await structuredData(path)
    expect(graph.map((entry) => entry['@type'])).toEqual(expect.arrayContaining(types))
    // Unknown properties are left out, so none is false or empty.
    for (const entry of graph)
      for (const value of Object.values(entry)) expect([false, null, '', []]).not.toContainEqual(value)
  })

  test('feed and sitemap are not sent again to who has them, and security.txt says whom to write', async () => {
    for (const path of ['/feed.xml', '/sitemap.xml']) {
      const { headers } = await get(path)
      const again = await get(path, { headers: { 'If-None-Match': headers.get('ETag')! } })
      expect([again.status, await again.text()], path).toEqual([304, ''])
      expect((await get(path, { headers: { 'If-Modified-Since': headers.get('Last-Modified')! } })).status).toBe(304)
    }
    const said = await html('/.well-known/security.txt')
    expect(said).toContain(`Contact: mailto:${contentFacts(Date.now()).emails.general}\n`)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(said)?.[1] ?? '')
    expect(expires - Date.now()).toBeGreaterThan(100 * 86_400_000)
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
  })

  test('every image in structured data exists', async () => {
    const graphs = await Promise.all(structured.map(([path]) => structuredData(path)))
    const pictures = new Set(graphs.flat().flatMap(({ image }) => image ?? []))
    expect(pictures.size).toBeGreaterThan(1)
    for (const picture of pictures) {
      const { status, headers } = await fetch(picture)
      expect(status, picture).toBe(200)
      expect(headers.get('Content-Type'), picture).toMatch(/^image\//)
    }
  })

  test('the sitemap lists only indexable pages, and each of them gets a 200', async () => {
    const urls = [...(await html('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    expect(urls).toEqual(expect.arrayContaining([`${site.url}/`, `${site.url}/services`, `${site.url}/privacy`]))
    expect(urls.join('\n')).not.toMatch(/testimonials|\/cart|\/login|\/profile|\/search/)
    for (const url of urls) expect((await fetch(url, { redirect: 'manual' })).status, url).toBe(200)
  })

  test('robots.txt names the sitemap', async () => {
    expect(await html('/robots.txt')).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  })

  test('icons and manifest have the right content types', async () => {
    const types = {
      '/favicon.ico': /icon/,
      '/icon.svg': /svg/,
      '/apple-touch-icon.png': /png/,
      '/manifest.webmanifest': /manifest\+json/,
    }
    for (const [path, type] of Object.entries(types)) {
      const response = await get(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('Content-Type'), path).toMatch(type)
    }
    const manifest = await (await get('/manifest.webmanifest')).json()
    for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200)
  })
})

test('internal links lead to existing pages and anchors', async () => {
  const links = new Set<string>()
  for (const path of publicPages)
    for (const [, href = ''] of (await html(path)).matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g))
      links.add(href.replaceAll('&amp;', '&'))
  for (const link of links) {
    const [path = '', anchor] = link.split('#')
    const response = await get(path)
    expect(response.status, link).toBe(200)
    if (anchor) expect((await response.text()).replaceAll('&amp;', '&'), link).toContain(`id="${anchor}"`)
  }
})

describe('the privacy page', () => {
  const { others, health, keeping, ...texts } = textsOf('privacy')
  const { hosted } = others
  /** The text before the company's name. */
  const textBeforeName = (name: HostedServiceName) => hosted[name].split('{host}')[0] ?? ''
  const filledIn = (text: string, period: string) =>
    text.replaceAll('{period}', period).replaceAll('{patientFields}', patientFieldsInWords)
  const paragraphsOf = (text: string, period = '') => filledIn(text, period).split(/\n+(?:- )?/)
  const companies = Object.keys(hosted) as HostedServiceName[]

  test('names only the map provider if no other service is configured', async () => {
    const page = await html('/privacy')
    expect(page).toContain(textBeforeName('map') + new URL(clinic.map.embedUrl).hostname)
    for (const name of companies.filter((company) => company !== 'map'))
      expect(page).not.toContain(textBeforeName(name))
  })

  test('names every configured service', async () => {
    const other = await startSiteForTest('sqlite', {
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: 'smtp://mail.host.example',
      FEED_URL: 'http://127.0.0.1:9/feed.xml',
      FEED_CONVERTER_URL: 'https://converter.host.example',
      PHOTO_API_URL: 'https://photos.host.example',
      PHOTO_ACCESS_KEY: 'key',
      PHOTO_IMAGE_ORIGIN: 'https://photos.host.example',
      SCHEDULING_URL: 'https://scheduling.host.example',
      AUTH_SYNC_URL: 'https://sync.host.example',
      MAP_EMBED_URL: 'https://maps.host.example/embed',
      WORKER: 'off',
    })
    const page = await (await fetch(`${other.url}/privacy`)).text()
    for (const name of ['mail', 'converter', 'photos', 'scheduling', 'sync', 'maps'])
      expect(page).toContain(`${name}.host.example`)
    expect(page).toContain(`${textBeforeName('hostedFeed')}127.0.0.1`)
  })

  test('states retention periods in words, and what is not sealed', async () => {
    const page = await html('/privacy')
    for (const text of paragraphsOf(health.text, 'three years')) expect(page).toContain(text)
    expect(page).toContain(filledIn(keeping.messages.deleted, 'three years'))
    expect(page).toContain(filledIn(keeping.emails.deleted, 'one year'))
    expect(page).toContain(filledIn(keeping.orderNotes, 'three years'))
    expect(health.text).toContain('which service you booked')
    expect(page).not.toMatch(/\{(host|period|patientFields)\}/)
    expect(page).not.toMatch(/\d{3,} days/)
    const other = await startSiteForTest('sqlite', {
      HEALTH_RETENTION_DAYS: '90',
      MESSAGE_RETENTION_DAYS: '0',
      EMAIL_BODY_RETENTION_DAYS: '0',
      WORKER: 'off',
    })
    const shorter = await (await fetch(`${other.url}/privacy`)).text()
    for (const text of paragraphsOf(health.text, '90 days')) expect(shorter).toContain(text)
    expect(shorter).toContain(keeping.messages.kept)
    expect(shorter).toContain(keeping.emails.kept)
  })

  test('says what this website does with data', async () => {
    const page = await html('/privacy')
    for (const { text } of [texts.stored, texts.cookies, keeping, texts.choices])
      for (const paragraph of paragraphsOf(text)) expect(page).toContain(paragraph)
    expect(page).toContain(health.heading)
  })
})
