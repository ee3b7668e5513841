import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPageCache, type NewPage, type Pages } from './page-cache.server.ts'

const page = (pages: Pages, more: Partial<NewPage> = {}): NewPage => ({
  html: Buffer.from('<p>ready</p>'),
  headers: {},
  topics: ['clinic'],
  expiresAt: Date.now() + 60_000,
  version: pages.version(),
  ...more,
})

describe('the page cache', () => {
  test('stores a page as plain, gzip and brotli bytes with the same content', async () => {
    const pages = createPageCache()
    await pages.store('/', page(pages))
    const entry = pages.find('/')
    if (!entry) throw new Error('not kept')
    expect(entry.identity.body.toString()).toBe('<p>ready</p>')
    expect(gunzipSync(entry.gzip?.body ?? '').toString()).toBe('<p>ready</p>')
    expect(brotliDecompressSync(entry.brotli?.body ?? '').toString()).toBe('<p>ready</p>')
  })

  test('deletes only pages that show a purged topic', async () => {
    const pages = createPageCache()
    await pages.store('/blog', page(pages, { topics: ['clinic', 'blog'] }))
    await pages.store('/about', page(pages))
    pages.invalidate('blog')
    expect(pages.find('/blog')).toBeUndefined()
    expect(pages.find('/about')).toBeDefined()
  })

  test('does not store a page rendered before a purge of its topic', async () => {
    const pages = createPageCache()
    const rendered = page(pages, { topics: ['blog'] })
    pages.invalidate('blog')
    await pages.store('/blog', rendered)
    expect(pages.find('/blog')).toBeUndefined()
  })

  test('does not store a page that is purged during its compression', async () => {
    const pages = createPageCache()
    const storing = pages.store('/blog', page(pages, { topics: ['blog'] }))
    pages.invalidate('blog')
    await storing
    expect(pages.find('/blog')).toBeUndefined()
  })

  test('expires a page', async () => {
    const pages = createPageCache()
    await pages.store('/', page(pages, { expiresAt: 1_000 }))
    expect(pages.find('/', 999)).toBeDefined()
    expect(pages.find('/', 1_000)).toBeUndefined()
    expect(pages.stats()).toEqual({ entries: 0, bytes: 0 })
  })

  test('does not compress a page again that is cached or pending, even if requested by another URL', async () => {
    const pages = createPageCache()
    const named = (name: string) => page(pages, { html: Buffer.from(`<p>${name}</p>`) })
    const nameOf = (path: string) => String(pages.find(path)?.identity.body)
    await Promise.all([pages.store('/a', named('first')), pages.store('/a', named('beside it'))])
    expect(nameOf('/a')).toBe('<p>first</p>')
    await pages.store('/a', named('later'))
    expect(nameOf('/a')).toBe('<p>first</p>')
    pages.invalidate('clinic')
    await pages.store('/a', named('after a purge'))
    expect(nameOf('/a')).toBe('<p>after a purge</p>')
  })

  test('stays within its limits and evicts the oldest page', async () => {
    const pages = createPageCache({ maxEntries: 2, maxBytes: 1_000_000 })
    for (const path of ['/1', '/2', '/3']) await pages.store(path, page(pages))
    expect(['/1', '/2', '/3'].map((path) => pages.find(path) !== undefined)).toEqual([false, true, true])
  })

  test('evicts the least recently used page', async () => {
    const pages = createPageCache({ maxEntries: 2, maxBytes: 1_000_000 })
    await pages.store('/home', page(pages))
    for (const path of ['/1', '/2', '/3']) {
      pages.find('/home')
      await pages.store(path, page(pages))
    }
    expect(pages.find('/home')).toBeDefined()
  })

  test('never exceeds its size, even for one huge page', async () => {
    const pages = createPageCache({ maxEntries: 10, maxBytes: 2_000 })
    await pages.store('/huge', page(pages, { html: Buffer.alloc(3_000, 'x') }))
    expect(pages.stats()).toEqual({ entries: 0, bytes: 0 })
    await pages.store('/a', page(pages, { html: Buffer.alloc(1_200, 'a') }))
    await pages.store('/b', page(pages, { html: Buffer.alloc(1_200, 'b') }))
    expect(pages.find('/a')).toBeUndefined()
    expect(pages.stats().bytes).toBeLessThanOrEqual(2_000)
  })
})
