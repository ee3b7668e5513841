import { expect, type Page } from '@playwright/test'
import { adminSections } from '#app/admin-sections.ts'
import { admin } from '#content/pages/admin.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { budgets, sentBytes } from '#tests/journeys/budgets.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'

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

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)

test('the dashboard loads its script within the budgets, and every section only little of its own', async ({
  page,
}) => {
  await signInAsAdminIn(page)
  const frame = await loadScripts(page, '/admin')
  expect(sum(frame.values())).toBeLessThanOrEqual(budgets.scriptOfPageToWorkOn * 1024)
  for (const { href } of adminSections.slice(1)) {
    const own = [...(await loadScripts(page, href))].filter(([script]) => !frame.has(script)).map(([, size]) => size)
    const budget = href === '/admin/appointments' ? budgets.ownScriptOfCalendar : budgets.ownScriptOfWorkPage
    expect(sum(own), href).toBeLessThanOrEqual(budget * 1024)
  }
})

test('the menu leads through every section without loading the document again', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto('/admin')
  await expectHydrated(page)
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const menu = page.getByRole('navigation', { name: admin.sections })
  for (const { href, text } of [...adminSections.slice(1), adminSections[0]!]) {
    const link = menu.getByRole('link', { name: text }).first()
    await link.press('Enter')
    await expect(page).toHaveURL(href)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
})
