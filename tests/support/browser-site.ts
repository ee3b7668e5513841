import { test as base, expect, type Page } from '@playwright/test'
import { type SiteProcess, startSite } from './site-process.ts'

type Watched = {
  /** Fails the test when the page asked a foreign origin or wrote an unexpected error to the console. */
  watched: void
}

/** Journeys run against the built site, one process per worker. */
export const test = base.extend<Watched, { site: SiteProcess }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
    async ({}, use) => {
      const site = await startSite({ ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  watched: [
    async ({ page, site }, use) => {
      const foreign: string[] = []
      const errors: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      page.on('console', (message) => {
        // Chromium logs one for every page answered 400 or more; that answer is what such a test is about.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use()
      expect(foreign, 'requests to other origins').toEqual([])
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Runs the same journey in a browser with scripts and in one without. */
export function withAndWithoutScripts(name: string, journey: (page: Page) => Promise<void>) {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })
      test(name, ({ page }) => journey(page))
    })
}

export { expect }
