import { services } from '#tests/support/catalogue.ts'
import type { Page } from '@playwright/test'
import { bookingPage, resumePage } from '#content/pages/booking.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, test, scriptWays } from '#tests/support/browser-site.ts'
import { bookingOfAService, featuredService, textsOf } from '#tests/support/pages.ts'

const { fields, draft } = bookingPage
const other = services.find(({ id }) => id !== featuredService.id)!

async function fillIn(page: Page, { name, email, health }: { name: string; email: string; health: string }) {
  const main = page.locator('main')
  await main.getByLabel(fields.name, { exact: true }).fill(name)
  await main.getByLabel(fields.email, { exact: true }).fill(email)
  await main.getByLabel(fields.phone, { exact: true }).fill('(205) 555-0187')
  await main.getByLabel(fields.health, { exact: true }).fill(health)
  await main.getByRole('button', { name: bookingPage.button }).click()
}

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test(
      'a second person on the same phone sees no data of the first, must give their own health answer, and can delete the draft',
      { tag: '@long' },
      async ({ page }) => {
        const first = { name: 'Maya Thomas', email: 'maya.first@example.com', health: 'xylophonic tiredness' }
        await page.goto(bookingOfAService)
        await fillIn(page, first)
        await page.waitForURL(({ pathname }) => pathname === '/booking/time')
        await expect(page.getByText(/Maya Thomas/)).toBeVisible()

        await page.goto(`/booking/${other.id}`)
        await expect(page.locator('body')).not.toContainText('Maya')
        await fillIn(page, { name: 'Devon Price', email: 'devon.second@example.com', health: '' })
        await expect(page.getByRole('textbox', { name: fields.health })).toBeFocused()

        await page.goto('/booking/time')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('booking').resume.title)
        if (javaScriptEnabled) await expectNoAxeFindings(page)
        await page.locator('main').getByLabel(resumePage.email, { exact: true }).fill('devon.second@example.com')
        await page.getByRole('button', { name: resumePage.button }).click()
        await expect(page.getByText(resumePage.wrong)).toBeVisible()
        await page.locator('main').getByLabel(resumePage.email, { exact: true }).fill(first.email)
        await page.getByRole('button', { name: resumePage.button }).click()
        await page.waitForURL(({ pathname }) => pathname === '/booking/time')
        await expect(page.getByText(/Maya Thomas/)).toBeVisible()

        await page.goto('/booking')
        await page.getByRole('button', { name: draft.startOver }).click()
        await page.waitForURL(({ pathname }) => pathname === '/booking')
        await expect(page.getByRole('button', { name: draft.startOver })).toHaveCount(0)
      },
    )
  })
