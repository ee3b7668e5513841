import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../tests/support/browser.ts'
import { budgets, cssBytes } from '#tests/journeys/budgets.ts'
import { bookingOfAService, pagesToRead, pagesToWorkOn } from '../tests/support/pages.ts'
import { atMost, forInformation, type Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { startSite } from './site.ts'
import { type Transfer, watchTransfers } from './transfers.ts'

const assets = fileURLToPath(new URL('../build/client/assets/', import.meta.url))

/** What travels to a visitor: built files as they are stored, and pages as a browser loads them. */
export async function bytes({ quick }: Deps): Promise<Outcome> {
  const looked = quick ? ['/', bookingOfAService, '/cart'] : pagesToRead
  const site = await startSite()
  const browser = await chromium.launch(await browserLaunch())
  try {
    const onContentPages = await heaviestScript(browser, site.url, looked)
    const onWorkPages = await heaviestScript(browser, site.url, pagesToWorkOn)
    const home = await visit(browser, `${site.url}/`)
    const css = cssBytes()
    const fonts = fontSizes()
    const fontsOfHome = home.filter(({ type }) => type === 'Font')
    return {
      figures: [
        atMost(budgets.css.pagesToRead, {
          name: 'CSS of pages to read, brotli',
          value: css.pagesToRead / bytesInAKb,
          ...built,
        }),
        atMost(budgets.css.dashboard, {
          name: 'CSS of a page of the dashboard besides, brotli',
          value: css.dashboard / bytesInAKb,
          ...built,
        }),
        atMost(budgets.fonts, { name: 'Fonts of the look that a clinic begins with', value: sum(fonts), ...built }),
        forInformation({
          name: 'Fonts loaded by the home page',
          value: fontsOfHome.length,
          unit: `of ${fonts.length}`,
          from: 'one visit',
        }),
        // Ten packets, 14,600 bytes, are what a server sends before the phone has acknowledged one.
        forInformation({
          name: 'Home page itself, styles, script and head included',
          value: wireOf(home, '/'),
          unit: 'bytes',
          from: 'one visit',
        }),
        atMost(budgets.scriptOfPageToRead, {
          name: `Script, heaviest page to read (${onContentPages.page})`,
          value: onContentPages.size,
          ...ofPages(looked),
        }),
        atMost(budgets.scriptOfPageToWorkOn, {
          name: `Script, heaviest page to work on (${onWorkPages.page})`,
          value: onWorkPages.size,
          ...ofPages(pagesToWorkOn),
        }),
        atMost(budgets.home, {
          name: 'Home, first view at 390 px, headers included',
          value: sum(home.map(({ wire }) => wire)) / bytesInAKb,
          ...KB,
          from: 'one visit',
        }),
      ],
      details: { home },
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}

const wireOf = (transfers: Transfer[], path: string) =>
  sum(transfers.filter(({ url }) => url === path).map(({ wire }) => wire))

/** As in the tests of the size budgets. */
const bytesInAKb = 1024
const KB = { unit: 'KB', digits: 1 }
const built = { ...KB, from: 'files of the build' }
const ofPages = (pages: string[]) => ({ ...KB, from: `one visit of each of ${pages.length}` })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function fontSizes() {
  const files = globSync('{tiro,anek}-*.woff2', { cwd: assets })
  if (files.length === 0) throw new Error('the build has no fonts')
  return files.map((file) => statSync(assets + file).size / bytesInAKb)
}

async function heaviestScript(browser: Browser, site: string, pages: string[]) {
  const found: { page: string; size: number }[] = []
  for (const page of pages) {
    const scripts = (await visit(browser, site + page)).filter(({ type }) => type === 'Script')
    found.push({ page, size: sum(scripts.map(({ body }) => body)) / bytesInAKb })
  }
  return found.reduce((heaviest, one) => (one.size > heaviest.size ? one : heaviest))
}

/** A phone's first view with nothing in its cache; pictures that the browser puts off stay away, as for the visitor. */
async function visit(browser: Browser, url: string): Promise<Transfer[]> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const transfers = await watchTransfers(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    return [...transfers, ...(await inlineScripts(page))]
  } finally {
    await context.close()
  }
}

/** That of pages to read travels inside them, so it adds nothing to what travelled. */
async function inlineScripts(page: Page): Promise<Transfer[]> {
  const texts = await page.locator('head script[type="module"]:not([src])').allTextContents()
  return texts.map((text) => ({ url: '', type: 'Script', wire: 0, body: brotliCompressSync(text).length }))
}
