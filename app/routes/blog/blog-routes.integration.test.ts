import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { fetchPostPictures } from '#app/domain/blog/post-pictures.server.ts'
import { readFeed } from '#app/jobs/read-feed.server.ts'
import { loader as loadRobots } from '#app/routes/feeds/robots.ts'
import { loader as loadRss } from '#app/routes/feeds/rss.ts'
import { loader as loadSitemap } from '#app/routes/feeds/sitemap.ts'
import { loader as loadSearch } from '#app/routes/search/search.tsx'
import { openServices, type Services } from '#app/services.server.ts'
import { createFeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { searchEntries } from '#content/search-entries.ts'
import {
  type Answer,
  answerByPath,
  answerConverted,
  answerPhoto,
  answerRss,
  answerStatus,
  answerText,
  exampleItems,
  examplePng,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { plainRequest } from '#tests/support/plain-request.ts'
import { newPostgresDatabase } from '#tests/support/test-database.ts'
import { until } from '#tests/support/timing.ts'
import type { PostTeaser } from '#app/domain/blog/blog-post.ts'
import { PostAbout } from './parts/post-about.tsx'
import { PostPicture } from './parts/post-picture.tsx'
import { loader as loadBlog } from './blog.tsx'
import { loader as loadPicture } from './picture.ts'
import { loader as loadPost } from './post.tsx'

const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** The services of a real site in a folder of its own, and the loaders as a request reaches them. */
async function openSite(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-blog-'))
  const shared = onPostgres && {
    DATABASE_URL: await newPostgresDatabase(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const base = { DATA_DIR: folder, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://clinic.example', ...shared }
  const services = await openServices(readConfig({ ...base, ...settings }))
  onTestFinished(async () => {
    await services.database.close()
    rmSync(folder, { recursive: true })
  })

  function args<Params extends Record<string, string>>(path: string, params = {} as Params) {
    const kept = { stored: true }
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(pageContext, { ...plainRequest, doNotStore: () => (kept.stored = false) })
    const request = new Request(`https://clinic.example${path}`)
    return { kept, args: { request, params, context, url: new URL(request.url), pattern: path } }
  }
  return { services, args }
}

async function openFeed(answer: Answer) {
  const service = await startHostedService(answer)
  onTestFinished(() => service.close())
  return service
}

const jobKinds = async ({ database }: Services) =>
  (await database.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind)

async function bundledSlugs() {
  const url = new URL('../../../content/feed.xml', import.meta.url).href
  const answer = await createFeedReader({ url, bundled: true }).readFeed()
  return answer.ok ? answer.items.map(({ link = '' }) => link.split('/').at(-1) ?? '') : []
}

/** A post that the test knows to be there. */
async function readablePost(request: Parameters<typeof loadPost>[0]) {
  const answer = await loadPost(request)
  if (!('post' in answer)) throw new Error('the page is still waiting for posts')
  return answer
}

const pictureOf = (post: PostTeaser) => renderToStaticMarkup(createElement(PostPicture, { post }))

const statusOf = async (thrown: Promise<unknown>) => {
  try {
    await thrown
    return 200
  } catch (error) {
    return (error as { init?: { status?: number } }).init?.status
  }
}

describe('the blog page', () => {
  test('shows posts of another feed with clinic dates and placeholder pictures', async () => {
    const feed = await openFeed(answerRss(exampleItems(7, { pubDate: 'Thu, 12 Oct 2023 04:00:00 GMT' })))
    const { services, args } = await openSite({ FEED_URL: `${feed.origin}/feed.xml` })
    await readFeed(services)
    const page = args('/blog')
    const { state, offersFeed } = await loadBlog(page.args)
    if (state.kind !== 'loaded') throw new Error(state.kind)
    expect(state.posts).toHaveLength(5)
    expect(state.posts[0]).toMatchObject({
      title: 'Post 1',
      url: 'https://blog.example/post-1',
      external: true,
      excerpt: 'Text of post 1, with bold words....',
    })
    const about = renderToStaticMarkup(createElement(PostAbout, { post: state.posts[0]! }))
    expect(about).toContain('<time dateTime="2023-10-11">October 11, 2023</time>')
    expect(new Set(state.posts.map(pictureOf)).size).toBe(5)
    expect(page.kept.stored).toBe(true)
    expect(offersFeed).toBe(false)
  })

  test('says that posts are loading after one second without posts, and is not cached', async () => {
    const { args } = await openSite()
    const page = args('/blog')
    const startedAt = performance.now()
    expect((await loadBlog(page.args)).state).toEqual({ kind: 'cold' })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(page.kept.stored).toBe(false)
  })

  test('reports a failure, and is not cached', async () => {
    const feed = await openFeed(answerStatus(500))
    const { services, args } = await openSite({ FEED_URL: `${feed.origin}/feed.xml` })
    await readFeed(services)
    const page = args('/blog')
    expect((await loadBlog(page.args)).state).toEqual({ kind: 'failed' })
    expect(page.kept.stored).toBe(false)
  })

  test('shows pictures of the feed from our own origin', async () => {
    const hosted = await openFeed(answerStatus(404))
    hosted.answerWith(
      answerByPath({
        '/feed.xml': answerRss(exampleItems(2, { picture: `${hosted.origin}/photo.png` })),
        '/photo.png': answerText(examplePng(), 'text/html'),
      }),
    )
    const { services, args } = await openSite({ FEED_URL: `${hosted.origin}/feed.xml` })
    await readFeed(services)
    await fetchPostPictures(services)
    const { state } = await loadBlog(args('/blog').args)
    const post = state.kind === 'loaded' ? state.posts[0] : undefined
    const { pictureId: id = '' } = post ?? {}
    expect(post && pictureOf(post)).toContain(`src="/blog/pictures/${id}"`)
    const answer = await loadPicture(args(`/blog/pictures/${id}`, { id }).args)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(examplePng())
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await loadPicture(args('/blog/pictures/0', { id: '0' }).args)).status).toBe(404)
  })

  test('shows stock photos from their own origin, with the required credit', async () => {
    const hosted = await openFeed(answerStatus(404))
    const urls = { regular: `${hosted.origin}/photo.png` }
    const photoLinks = { download_location: `${hosted.origin}/photos/1/download` }
    const user = { name: 'Maya Rao', links: { html: 'https://photos.example/@maya' } }
    hosted.answerWith(
      answerByPath({
        '/feed.xml': answerRss(exampleItems(2)),
        '/photos/random': answerPhoto(urls.regular, { links: photoLinks, user }),
        '/photos/1/download': answerText('{}', 'application/json'),
      }),
    )
    const { services, args } = await openSite({
      FEED_URL: `${hosted.origin}/feed.xml`,
      PHOTO_API_URL: hosted.origin,
      PHOTO_ACCESS_KEY: 'key',
      PHOTO_IMAGE_ORIGIN: hosted.origin,
    })
    await readFeed(services)
    await fetchPostPictures(services)
    const asked = (path: string) => hosted.requests.filter((one) => one.path === path)
    expect(asked('/photos/random')).toHaveLength(2)
    expect(asked('/photos/1/download')).toHaveLength(2)
    expect(asked('/photo.png')).toEqual([])
    const { state } = await loadBlog(args('/blog').args)
    const post = state.kind === 'loaded' ? state.posts[0] : undefined
    const picture = post ? pictureOf(post) : ''
    expect(picture).toContain(`src="${urls.regular}"`)
    const links = [...picture.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href = '', text]) => ({ href, text }))
    expect(links.map(({ text }) => text)).toEqual([user.name, new URL(hosted.origin).host])
    for (const { href } of links) expect(href).toMatch(/^https:[^?]*\?utm_source=[a-z0-9_]+&amp;utm_medium=referral$/)
  })
})

describe('a post', () => {
  test('of the bundled feed has a page with its neighbors', async () => {
    const { services, args } = await openSite()
    await readFeed(services)
    const { state } = await loadBlog(args('/blog').args)
    const second = state.kind === 'loaded' ? state.posts[1] : undefined
    const slug = second?.url.split('/').at(-1) ?? ''
    const { post, newer, older } = await readablePost(args(`/blog/${slug}`, { slug }).args)
    expect(post).toMatchObject({ title: second?.title, url: `/blog/${slug}`, publishedAt: second?.publishedAt })
    expect(post.html).toContain('<p>')
    expect(newer?.url).toMatch(/^\/blog\/./)
    expect(older?.url).toMatch(/^\/blog\/./)
    expect(await statusOf(loadPost(args('/blog/no-such-post', { slug: 'no-such-post' }).args))).toBe(404)
  })

  test('waits for the first reading of the feed', async () => {
    const { services, args } = await openSite()
    const slug = (await bundledSlugs())[0] ?? ''
    // A page waits for a second, which reading takes on a slow machine: its clock stands.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const loading = readablePost(args(`/blog/${slug}`, { slug }).args)
    await until(async () => (await jobKinds(services)).includes('read-feed'))
    await readFeed(services)
    expect((await loading).post.url).toBe(`/blog/${slug}`)
  })

  test('shows that posts are loading if the feed was never read, instead of a 404', async () => {
    const { args } = await openSite()
    const page = args('/blog/x', { slug: 'x' })
    const startedAt = performance.now()
    const answer = await loadPost(page.args)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    if (!('init' in answer)) throw new Error('a post')
    expect(answer.data).toMatchObject({ waiting: { kind: 'cold' } })
    expect(answer.init).toEqual({ status: 503, headers: { 'Retry-After': '5' } })
    expect(page.kept.stored).toBe(false)
  })

  test('of another feed has no page', async () => {
    const { args } = await openSite({ FEED_URL: 'https://blog.example/feed.xml' })
    expect(await statusOf(loadPost(args('/blog/0', { slug: '0' }).args))).toBe(404)
  })
})

describe('a converter without a feed of its own to convert', () => {
  test('is queried for our own feed, whose posts stay readable on this site', async () => {
    const hosted = await openFeed(answerConverted(exampleItems(2)))
    const { services, args } = await openSite({ FEED_CONVERTER_URL: `${hosted.origin}/api` })
    await readFeed(services)
    expect(hosted.requests.map(({ path }) => path)).toEqual(['/api'])
    const { state, offersFeed } = await loadBlog(args('/blog').args)
    expect(state.kind === 'loaded' && state.posts.map(({ title }) => title)).toEqual(['Post 1', 'Post 2'])
    expect(offersFeed).toBe(true)

    const rss = await (await loadRss(args('/feed.xml').args)).text()
    const sitemap = await (await loadSitemap(args('/sitemap.xml').args)).text()
    for (const slug of await bundledSlugs()) {
      expect(rss).toContain(`<link>https://clinic.example/blog/${slug}</link>`)
      expect(sitemap).toContain(`<loc>https://clinic.example/blog/${slug}</loc>`)
      expect((await readablePost(args(`/blog/${slug}`, { slug }).args)).post.url).toBe(`/blog/${slug}`)
    }
  })

  test('does not affect our own feed or its posts when it is down', async () => {
    const hosted = await openFeed(answerStatus(500))
    const { services, args } = await openSite({ FEED_CONVERTER_URL: hosted.origin })
    await readFeed(services)
    expect((await loadBlog(args('/blog').args)).state).toEqual({ kind: 'failed' })
    expect((await loadRss(args('/feed.xml').args)).status).toBe(200)
  })

  test('finds our own feed if it requests it immediately', async () => {
    const hosted = await openFeed(answerStatus(500))
    const { services, args } = await openSite({ FEED_CONVERTER_URL: hosted.origin })
    let seen: number | undefined
    hosted.answerWith((request, response) => {
      void loadRss(args('/feed.xml').args).then(({ status }) => {
        seen = status
        answerConverted(exampleItems(1))(request, response)
      })
    })
    await readFeed(services)
    expect(seen).toBe(200)
    expect((await loadBlog(args('/blog').args)).state.kind).toBe('loaded')
  })
})

describe('machine-readable pages', () => {
  test('include a feed of the bundled posts that our own reader can parse', async () => {
    const { services, args } = await openSite()
    await readFeed(services)
    const answer = await loadRss(args('/feed.xml').args)
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const served = await openFeed(answerText(await answer.text(), 'application/rss+xml'))
    const again = await createFeedReader({ url: served.origin, bundled: false }).readFeed()
    if (!again.ok) throw new Error(again.reason)
    expect(again.items.length).toBeGreaterThanOrEqual(7)
    for (const { link, html, publishedAt } of again.items) {
      expect(link).toMatch(/^https:\/\/clinic\.example\/blog\/[a-z0-9-]+$/)
      expect(html).not.toContain('href="/')
      expect(publishedAt).toBeTypeOf('number')
    }
  })

  test('are not cached before the first posts are read', async () => {
    const { services, args } = await openSite()
    const [rss, sitemap] = await Promise.all([loadRss(args('/feed.xml').args), loadSitemap(args('/sitemap.xml').args)])
    expect(rss.status).toBe(503)
    expect(rss.headers.get('retry-after')).toBe('5')
    expect(rss.headers.get('cache-control')).toBe('no-store')
    expect(sitemap.status).toBe(200)
    expect(sitemap.headers.get('cache-control')).toBe('no-store')
    expect(await sitemap.text()).toContain('<loc>https://clinic.example/services</loc>')

    await readFeed(services)
    for (const load of [loadRss, loadSitemap]) {
      const { status, headers } = await load(args('/').args)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=300')
    }
  })

  test('include a sitemap that does not wait for posts hosted elsewhere', async () => {
    const { services, args } = await openSite({ FEED_URL: 'https://blog.example/feed.xml' })
    const answer = await loadSitemap(args('/sitemap.xml').args)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await answer.text()).not.toMatch(/\/blog\/(?!all<)/)
    expect(await jobKinds(services)).toEqual([])
  })

  test('include no feed if the posts are hosted elsewhere', async () => {
    const { args } = await openSite({ FEED_URL: 'https://blog.example/feed.xml' })
    expect((await loadRss(args('/feed.xml').args)).status).toBe(404)
  })

  test('include a sitemap with absolute addresses of every public page and post', async () => {
    const { services, args } = await openSite()
    await readFeed(services)
    const xml = await (await loadSitemap(args('/sitemap.xml').args)).text()
    const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address))
    expect(addresses.every(({ origin }) => origin === 'https://clinic.example')).toBe(true)
    const paths = addresses.map(({ pathname }) => pathname)
    expect(paths).toEqual(expect.arrayContaining(['/', '/services', '/contact', '/blog', '/privacy']))
    expect(paths.filter((path) => path.startsWith('/blog/')).length).toBeGreaterThanOrEqual(7)
    for (const path of ['/testimonials', '/cart', '/login', '/profile', '/search', '/admin'])
      expect(paths).not.toContain(path)
  })

  test('include a robots.txt that blocks private pages and names the sitemap', async () => {
    const { args } = await openSite()
    const lines = (await (await loadRobots(args('/robots.txt').args)).text()).split('\n')
    expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /admin', 'Disallow: /search?']))
    expect(lines).toContain('Sitemap: https://clinic.example/sitemap.xml')
    // Robots can read the noindex of these pages only if robots.txt leaves them open.
    for (const path of ['/cart', '/orders', '/login', '/profile']) expect(lines).not.toContain(`Disallow: ${path}`)
  })
})

describe('the search page', () => {
  test('shows results with their type, and is cached only without a term', async () => {
    const { args } = await openSite()
    const known = searchEntries[0]?.title ?? ''
    const asked = args(`/search?q=${encodeURIComponent(known)}`)
    const { term, results } = await loadSearch(asked.args)
    expect(term).toBe(known)
    expect(results.length).toBeGreaterThan(0)
    expect(results[0]).toMatchObject({ type: searchEntries[0]?.type, title: known })
    expect(asked.kept.stored).toBe(false)

    const blank = args('/search?q=%20%20')
    expect(await loadSearch(blank.args)).toMatchObject({ term: '', results: [] })
    expect(blank.kept.stored).toBe(true)
  })

  test('drops characters that are invalid in HTML, and treats a term of only those as blank', async () => {
    const { args } = await openSite()
    const termFor = async (query: string) => (await loadSearch(args(`/search?q=${query}`).args)).term
    expect(await termFor('%00')).toBe('')
    expect(await termFor('%00%20%1b%7f')).toBe('')
    expect(await termFor('wom%00b%01at')).toBe('wombat')
    expect(await termFor('%ED%A0%80')).toBe('\ufffd\ufffd\ufffd')
  })

  test('answers any query', async () => {
    const { args } = await openSite()
    for (const query of ['%00', '%ED%A0%80', '%', '(((', '__proto__', '%F0%9F%8C%BF', 'x'.repeat(8_000)]) {
      expect((await loadSearch(args(`/search?q=${query}`).args)).results).toEqual([])
    }
  })
})
