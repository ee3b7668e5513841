import { bookingPage, widget } from '#content/pages/booking.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'

const { fields } = bookingPage

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('free times of a coming day are one tap from /booking, and the one chosen goes along', async ({ page }) => {
      await page.goto('/booking')
      const day = page.locator('.free-times details').last()
      const time = day.getByRole('radio').last()
      await expect(time).toBeHidden()
      await day.locator('summary').click()
      await expect(time).toBeVisible()
      if (javaScriptEnabled) await expectNoAxeFindings(page)
      const clock = (await day.locator('label').last().textContent()) ?? ''
      const name = (await day.locator('summary').textContent()) ?? ''
      await time.check()
      const main = page.locator('main')
      const go = () => page.getByRole('button', { name: bookingPage.button }).click()
      await go()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(time).toBeChecked()
      await main.getByLabel(fields.name, { exact: true }).fill('Maya Thomas')
      await main.getByLabel(fields.email, { exact: true }).fill(`maya.free.${javaScriptEnabled}@example.com`)
      await main.getByLabel(fields.phone, { exact: true }).fill('(205) 555-0188')
      await main.getByLabel(fields.health, { exact: true }).fill('tired in the evening')
      await go()
      await page.waitForURL(({ pathname }) => pathname === '/booking/time')
      const frame = page.frameLocator('iframe')
      await expect(frame.locator('#confirm')).toContainText(`${name} at ${clock}`)
      await expect(frame.getByRole('button', { name: widget.confirm })).toBeVisible()
    })
  })
