import { expect, type Fixtures, type Locator, type Page, type PlaywrightTestArgs } from '@playwright/test'
import { type AdminSite, testOnCommonSite } from './sites.ts'

type Watched = {
  /** Fails the test if the page sent a request to another origin or logged an unexpected error. */
  watched: void
}

/** Fixtures for every browser test on a site. */
export const watching: Fixtures<Watched, object, PlaywrightTestArgs & { site: AdminSite }> = {
  watched: [
    async ({ page, site }, use) => {
      const foreign: string[] = []
      const errors: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      page.on('console', (message) => {
        // Chromium logs an error for every response of 400 or more, which a test may expect.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use()
      expect(foreign, 'requests to other origins').toEqual([])
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
}

/** Runs journeys against the built site. */
export const test = testOnCommonSite.extend<Watched>(watching)

/** Runs the same journey in a browser with scripts and in one without. */
export function withAndWithoutScripts(name: string, journey: (page: Page) => Promise<void>) {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })
      test(name, ({ page }) => journey(page))
    })
}

export { expect }

/**
 * Presses twice within the page, before any response can arrive: between two presses by Playwright there might be enough
 * time for a response.
 */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
