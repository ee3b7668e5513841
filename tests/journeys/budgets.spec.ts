import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '../support/browser-site.ts'

const assets = fileURLToPath(new URL('../../build/client/assets/', import.meta.url))
const sizes = (pattern: string, size: (file: string) => number) =>
  globSync(pattern, { cwd: assets }).reduce((bytes, file) => bytes + size(assets + file), 0)

test('all styles together are at most 12 KB, all fonts at most 80 KB', () => {
  expect(sizes('*.css', (file) => brotliCompressSync(readFileSync(file)).length)).toBeLessThanOrEqual(12 * 1024)
  expect(sizes('*.woff2', (file) => statSync(file).size)).toBeLessThanOrEqual(80 * 1024)
})

test.describe('the first view of the home page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true })

  test('transfers at most 200 KB, two of its fonts preloaded', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    let transferred = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength))
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(transferred).toBeLessThanOrEqual(200 * 1024)
    expect(transferred).toBeGreaterThan(50 * 1024)
    await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(2)
  })
})

test('built files never change under their name, and are sent compressed', async ({ request }) => {
  const [style = ''] = globSync('*.css', { cwd: assets }).map((file) => `/assets/${file}`)
  const response = await request.get(style, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(response.headers()['content-encoding']).toBe('br')
  expect((await request.get('/assets/not-there.js')).status()).toBe(404)
})
