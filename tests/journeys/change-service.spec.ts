import { services } from '#tests/support/catalogue.ts'
import type { Page } from '@playwright/test'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, test, scriptWays } from '#tests/support/browser-site.ts'
import { bookingOfAService, featuredService, textsOf } from '#tests/support/pages.ts'

const { fields, chosen } = bookingPage
const other = services.find(({ id }) => id !== featuredService.id)!
const typed = [
  [fields.name, 'Maya Thomas'],
  [fields.email, 'maya.change@example.com'],
  [fields.phone, '(205) 555-0187'],
  [fields.health, 'xylophonic tiredness'],
] as const

const field = (page: Page, label: string) => page.locator('main').getByLabel(label, { exact: true })

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 900 } })

    test(
      'changing the service preserves the input, and no URL contains it',
      { tag: '@long' },
      async ({ page, site }) => {
        const addresses: string[] = []
        page.on('request', (request) => addresses.push(request.url().replace(site.url, '')))
        await page.goto(bookingOfAService)
        for (const [label, text] of typed) await field(page, label).fill(text)
        await page.getByRole('button', { name: chosen.change }).click()
        await expect(page.getByText(textsOf('booking').chosen.others)).toBeVisible()
        if (javaScriptEnabled) await expectNoAxeFindings(page)
        await page.getByRole('button', { name: other.title, exact: true }).click()
        await page.waitForURL(({ pathname }) => pathname === `/booking/${other.id}`)
        await expect(page.locator('main').getByText(other.title).and(page.locator(':visible')).first()).toBeVisible()
        for (const [label, text] of typed) await expect(field(page, label)).toHaveValue(text)
        // Enter in a field still submits the form.
        await field(page, fields.name).press('Enter')
        await page.waitForURL(({ pathname }) => pathname === '/booking/time')
        await expect(page.locator('.lead')).toContainText(other.title)
        await expect(page.frameLocator('iframe').getByRole('button', { name: widget.confirm })).toBeVisible()
        expect(addresses.join('\n')).not.toMatch(/maya|thomas|555\D*0187|xylophonic/i)
      },
    )
  })
