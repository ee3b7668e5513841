import { scriptWays } from '#tests/support/browser-site.ts'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { consentWords, numberForTexts, patientTexts } from '#content/text-messages.ts'
import { adminSettings } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { bookOnline } from '../support/booking.ts'
import { look, startSiteOn } from '../support/databases.ts'
import { bookingOfAService } from '../support/pages.ts'
import { textSettings } from '../support/text-service.ts'

const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0187', health: 'tired' }

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('a patient agrees to reminders by text, and ends them', async ({ page }) => {
      // Nothing is sent.
      const site = await startSiteOn('sqlite', {
        ...adminSettings,
        ABUSE_LIMITS: 'off',
        ...textSettings('http://127.0.0.1:9'),
      })
      const axe = async () => (javaScriptEnabled ? expectNoAxeFindings(page) : undefined)
      const inForce = () =>
        look(
          site,
          async (db) => (await db.selectFrom('textConsents').where('endedAt', 'is', null).selectAll().execute()).length,
        )
      try {
        await page.goto(site.url + bookingOfAService)
        const box = page.getByRole('checkbox', { name: /Text me reminders/ })
        await expect(box).not.toBeChecked()
        await expect(box).toHaveAccessibleDescription(consentWords.reminders.terms)
        await axe()
        for (const [label, text] of [
          ['Name', maya.name],
          ['Email', maya.email],
          ['Phone', '(205) 555-0187 x12'],
          [bookingPage.fields.health, maya.health],
        ] as const)
          await page.locator('#your-details').getByLabel(label).fill(text)
        await box.check()
        await page.getByRole('button', { name: bookingPage.button }).click()
        await expect(page.getByText(numberForTexts)).toBeVisible()
        await expect(box).toBeChecked()
        await expect(box).toBeFocused()
        await axe()
        await page.locator('#your-details').getByLabel('Phone').fill(maya.phone)
        await page.getByRole('button', { name: bookingPage.button }).click()
        await expect(page).toHaveURL(/\/booking\/time/)
        const frame = page.frameLocator('iframe')
        await frame.locator('a.slot').last().click()
        await expect(frame.locator('#confirm')).toContainText(widget.yours)
        await frame.getByRole('button', { name: widget.confirm }).click()
        if (!javaScriptEnabled) await frame.getByRole('link', { name: widget.seeIt }).click()
        // It is stored before its page is shown.
        await page.waitForURL('**/appointments/**')
        expect(await inForce()).toBe(1)

        const { link } = await bookOnline(site, { ...maya, email: 'other@example.com' })
        await page.goto(site.url + link)
        await page.getByRole('button', { name: patientTexts.button }).click()
        await expect(page.getByText(patientTexts.checkBox)).toBeVisible()
        await axe()
        await box.check()
        await page.getByRole('button', { name: patientTexts.button }).click()
        await expect(page.getByText(patientTexts.on)).toBeVisible()
        await axe()
        expect(await inForce()).toBe(2)
        await page.getByRole('button', { name: patientTexts.end }).click()
        await expect(box).not.toBeChecked()
        // The other appointment is of somebody who isn't known to be the same.
        expect(await inForce()).toBe(1)
      } finally {
        await site.stop()
      }
    })
  })
