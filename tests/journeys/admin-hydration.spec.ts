import { expect, type Page } from '@playwright/test'
import { adminSections } from '#app/admin-sections.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { budgets, sentBytes } from '#tests/journeys/budgets.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { isLong } from '#tests/support/timing.ts'

/** With every section. Nothing is paid. */
const test = testOnAdminSite({ settings: paymentSettings('http://127.0.0.1:9') })

/** Brotli bytes of each script that a page loads. */
async function loadScripts(page: Page, path: string) {
  const scripts = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script') scripts.set(pathname, sentBytes(pathname))
  })
  await page.goto(path)
  await expectHydrated(page)
  page.removeAllListeners('request')
  return scripts
}

/** The same of those that its document names, without a browser's work. `npm run test:long` sees whether it loads more. */
async function readScripts(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, script = '']) => script)
  expect(named, path).not.toEqual([])
  return new Map(named.map((script) => [script, sentBytes(script)]))
}

const scriptsOf = isLong ? loadScripts : readScripts

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)

test('the dashboard loads its script within the budgets, and every section only little of its own', async ({
  page,
}) => {
  await signInAsAdminIn(page)
  const frame = await loadScripts(page, '/admin')
  expect(sum(frame.values())).toBeLessThanOrEqual(budgets.scriptOfPageToWorkOn * 1024)
  for (const { href } of adminSections.slice(1)) {
    const own = [...(await scriptsOf(page, href))].filter(([script]) => !frame.has(script)).map(([, size]) => size)
    const budget = href === '/admin/appointments' ? budgets.ownScriptOfCalendar : budgets.ownScriptOfWorkPage
    expect(sum(own), href).toBeLessThanOrEqual(budget * 1024)
  }
})
