import { expect, type Fixtures, type Locator, type Page, type PlaywrightTestArgs } from '@playwright/test'
import { type AdminSite, testOnCommonSite } from './sites.ts'

type Watched = {
  /** Fails the test when the page asked a foreign origin or wrote an unexpected error to the console. */
  watched: void
}

/** Of any test on a site in a browser. */
export const watching: Fixtures<Watched, object, PlaywrightTestArgs & { site: AdminSite }> = {
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
}

/** Journeys run against the built site. */
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
 * Two presses before any answer, in the page itself: between those of a driver's there may be time enough for the answer
 * to the first one.
 */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
