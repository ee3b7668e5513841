import { chromium, type Page } from '@playwright/test'
import { adminSections } from '#app/admin-sections.ts'
import { admin } from '#content/pages/admin.ts'
import { adminSettings, signInAsAdminIn } from '../tests/support/admin.ts'
import { browserLaunch } from '../tests/support/browser.ts'
import { startSiteOn } from '../tests/support/databases.ts'
import { paymentSettings } from '../tests/support/payment-server.ts'
import { fillDashboard } from '../tests/support/filled-dashboard.ts'
import type { Deps } from './deps.ts'
import { atMostOfReference, type Outcome } from './figure.ts'

/** A way through the menu of a filled dashboard, and the same pages loaded as documents, in turns. */
export async function dashboardNavigation({ quick }: Deps): Promise<Outcome> {
  const site = await startSiteOn('sqlite', {
    ...adminSettings,
    LOG_LEVEL: 'error',
    ...paymentSettings('http://127.0.0.1:9'),
  })
  const browser = await chromium.launch(await browserLaunch())
  try {
    await fillDashboard(site)
    const page = await browser.newPage({ baseURL: site.url })
    await signInAsAdminIn(page, site)
    await page.goto('/admin')
    // Once each, so that code and data are as warm on both sides.
    const sections = adminSections.slice(1)
    for (const { href } of sections) {
      await clickThrough(page, href)
      await load(page, href)
    }
    const rounds: { measured: number; reference: number }[] = []
    for (let round = 0; round < (quick ? 1 : 5); round += 1)
      for (const { href } of sections) {
        const reference = await load(page, href)
        // From another page, as a person does.
        await clickThrough(page, '/admin')
        rounds.push({ reference, measured: await clickThrough(page, href) })
      }
    return {
      figures: [
        atMostOfReference(0.5, {
          name: 'A section opened from the menu',
          unit: 'ms',
          digits: 1,
          rounds,
          comparedWith: 'the same page loaded as a document, until it works',
        }),
      ],
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}

/** Milliseconds from the start of a full load until React runs the page. */
async function load(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate(async () => {
    const isHydrated = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))
    while (!isHydrated()) await new Promise(requestAnimationFrame)
    return performance.now()
  })
}

/** Milliseconds from the press until the page is shown. */
const clickThrough = (page: Page, path: string) =>
  page.evaluate(
    async ([menu, target]) => {
      const link = document.querySelector<HTMLAnchorElement>(`nav[aria-label="${menu}"] a[href="${target}"]`)
      if (!link) throw new Error(`no link to ${target}`)
      // Today and Calendar have the same text, lists of content the same element.
      const heading = document.querySelector('h1')
      const title = heading?.textContent
      const from = performance.now()
      link.click()
      const isShown = () => {
        const now = document.querySelector('h1')
        return location.pathname === target && (now !== heading || now?.textContent !== title)
      }
      while (!isShown()) {
        if (performance.now() - from > 30_000) throw new Error(`${target} is not shown`)
        await new Promise(requestAnimationFrame)
      }
      return performance.now() - from
    },
    [admin.sections, path] as const,
  )
