import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../support/browser-site.ts'
import { budgets, cssBytes, withForeignColors } from '#tests/journeys/budgets.ts'

const assets = fileURLToPath(new URL('../../build/client/assets/', import.meta.url))
const server = fileURLToPath(new URL('../../build/server/', import.meta.url))

test('browsers load no schemas: no built script contains Zod', () => {
  const withZod = (folder: string) =>
    globSync('*.js', { cwd: folder }).filter((file) => readFileSync(folder + file, 'utf8').includes('$ZodString'))
  expect(withZod(assets)).toEqual([])
  expect(withZod(server)).not.toEqual([])
})

test('the styles of every page stay within their budgets in any colors', () => {
  const css = cssBytes()
  expect(css.pagesToRead).toBeLessThanOrEqual(budgets.css.pagesToRead * 1024)
  expect(css.dashboard).toBeLessThanOrEqual(budgets.css.dashboard * 1024)
})

test('styles that differ only in colors are measured alike', () => {
  const one = '#add:target{color:#fff}:root{--a:#ffffff80;--b:#fff}a{color:#1c2a22}'
  const other = '#add:target{color:#123}:root{--a:#9a8b7c80;--b:#456789}a{color:#fb0}'
  expect(withForeignColors(one)).toBe(withForeignColors(other))
  expect(withForeignColors(one)).not.toMatch(/#(fff|1c2a22)/)
  expect(withForeignColors(one)).toMatch(/^#add:target/)
})

const kilobytes = (pattern: string) =>
  globSync(pattern, { cwd: assets }).reduce((all, file) => all + statSync(assets + file).size, 0) / 1024

test(`all fonts of a look are at most ${budgets.fonts} KB, of a chosen one those that English needs`, () => {
  expect(kilobytes('{tiro,anek}-*.woff2')).toBeLessThanOrEqual(budgets.fonts)
  const chosen = kilobytes('{lora,source-sans}-*.woff2')
  expect(chosen - kilobytes('lora-*-ext-*.woff2')).toBeLessThanOrEqual(budgets.fonts)
  expect(chosen).toBeGreaterThan(50)
})

test.describe('the first view of the home page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true })

  test(`transfers at most ${budgets.home} KB, two of its fonts preloaded`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    let transferred = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength))
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(transferred).toBeLessThanOrEqual(budgets.home * 1024)
    expect(transferred).toBeGreaterThan(50 * 1024)
    await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(2)
  })
})

test('built files are immutable and compressed', async ({ request }) => {
  const [style = ''] = globSync('*.css', { cwd: assets }).map((file) => `/assets/${file}`)
  const response = await request.get(style, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(response.headers()['content-encoding']).toBe('br')
  expect((await request.get('/assets/not-there.js')).status()).toBe(404)
})
