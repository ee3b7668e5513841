import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '#tests/support/browser.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { contact } from '#tests/support/shopper.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { buildIfNeeded } from './build/build-if-needed.ts'
import { adminSections } from '#app/admin-sections.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { feedWithClaims } from '#tests/support/feeds.ts'
import { fillDashboard } from '#tests/support/filled-dashboard.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { startSiteProcess } from '#tests/support/site.ts'
import { publicPages } from '#tests/support/pages.ts'

// Saves screenshots of every page at three widths, light and dark, into screens/. `-- /about /cart` saves only those.

const folder = fileURLToPath(new URL('../screens/', import.meta.url))
const widths = [390, 768, 1440]
const schemes = ['light', 'dark'] as const
/** States without a URL. */
const states: { name: string; path: string; width: number; show: (page: Page) => Promise<void> }[] = [
  { name: 'home-menu', path: '/', width: 390, show: (page) => press(page, 'Menu') },
  { name: 'home-search', path: '/', width: 1440, show: (page) => press(page, 'Search') },
  { name: 'home-search', path: '/', width: 390, show: (page) => press(page, 'Search') },
  ...[390, 1440].flatMap((width) => [
    { name: 'products-added', path: '/products', width, show: addTwo },
    { name: 'cart-filled', path: '/products', width, show: fillCart },
    { name: 'cart-errors', path: '/products', width, show: orderBlank },
    { name: 'order', path: '/products', width, show: placeOrder },
    { name: 'contact-errors', path: '/contact', width, show: sendBlank },
  ]),
]

const asked = process.argv.slice(2)
await buildIfNeeded()
if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const site = await startSiteProcess({ LOG_LEVEL: 'error' })
const browser = await chromium.launch(await browserLaunch())
try {
  const paths = asked.length > 0 ? asked : [...publicPages, '/not-there', ...adminSections.map(({ href }) => href)]
  const inPublic = paths.filter((path) => !path.startsWith('/admin'))
  const inDashboard = paths.filter((path) => path.startsWith('/admin'))
  for (const path of inPublic) await saveAll(browser, path)
  if (asked.length === 0) for (const state of states) await saveState(browser, state)
  if (inDashboard.length > 0) await saveDashboard(browser, inDashboard)
} finally {
  await browser.close()
  await site.stop()
}

/** On a separate site, filled with data. */
async function saveDashboard(on: Browser, paths: string[]) {
  // With every section; nothing is paid.
  const payments = paymentSettings('http://127.0.0.1:9')
  const settings = { ...adminSettings, LOG_LEVEL: 'error', FEED_URL: feedWithClaims(), ...payments }
  const dashboard = await startSiteOn('sqlite', settings)
  try {
    await fillDashboard(dashboard)
    const { cookies } = await signInAsAdmin(dashboard)
    const signedIn = [...cookies].map(([name, value]) => ({ name, value, url: dashboard.url }))
    for (const path of paths) await saveAll(on, path, dashboard.url, signedIn)
  } finally {
    await dashboard.stop()
  }
}

type Cookies = { name: string; value: string; url: string }[]

async function saveAll(on: Browser, path: string, origin = site.url, cookies: Cookies = []) {
  for (const width of widths) for (const scheme of schemes) await save(on, origin + path, { width, scheme, cookies })
}

type Shot = { width: number; scheme: 'light' | 'dark'; cookies: Cookies }

async function save(on: Browser, address: string, { width, scheme, cookies }: Shot) {
  const page = await on.newPage({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' })
  await page.context().addCookies(cookies)
  await page.goto(address)
  await page.evaluate(() => document.querySelectorAll('img').forEach((picture) => (picture.loading = 'eager')))
  await page.waitForLoadState('networkidle')
  const { pathname, search } = new URL(address)
  const name = (pathname + search).slice(1).replaceAll(/[^a-z0-9]+/gi, '-') || 'home'
  await page.screenshot({ path: `${folder}${name}-${width}${scheme === 'dark' ? '-dark' : ''}.png`, fullPage: true })
  await page.close()
}

function press(page: Page, button: string) {
  return page.getByRole('button', { name: button }).click()
}

async function addTwo(page: Page) {
  for (const { id } of [product, otherProduct]) {
    await page.locator(`#add-${id}`).click()
    await page.locator(`#added-${id} a`).waitFor()
  }
}

async function fillCart(page: Page) {
  await addTwo(page)
  await page.goto(`${site.url}/cart`, { waitUntil: 'networkidle' })
}

async function orderBlank(page: Page) {
  await fillCart(page)
  await press(page, cartPage.button)
  await page.getByRole('alert').waitFor()
}

async function placeOrder(page: Page) {
  await fillCart(page)
  await page.getByLabel(cartPage.fields.name).fill(contact.name)
  await page.getByLabel(cartPage.fields.email).fill(contact.email)
  // A form sent within two seconds counts as a robot's.
  await page.waitForTimeout(2_000)
  await press(page, cartPage.button)
  await page.waitForURL('**/orders/*')
}

async function sendBlank(page: Page) {
  await press(page, contactPage.write.button)
  await page.getByRole('alert').waitFor()
}

async function saveState(on: Browser, { name, path, width, show }: (typeof states)[number]) {
  const page = await on.newPage({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })
  await page.goto(site.url + path, { waitUntil: 'networkidle' })
  await show(page)
  await page.screenshot({ path: `${folder}${name}-${width}.png` })
  await page.close()
}
