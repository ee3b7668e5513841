import type { Page } from '@playwright/test'
import { appointmentPage, movePage } from '#content/pages/appointment.ts'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { expect, test } from '../support/browser-site.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { bookingOfAService } from '../support/pages.ts'

const inFrame = (page: Page) => page.frameLocator('iframe')
let people = 0

async function fillIn(page: Page) {
  people += 1
  const { name, email, phone, health } = bookingPage.fields
  await page.goto(bookingOfAService)
  await page.getByLabel(name, { exact: true }).fill('Maya Thomas')
  await page.locator('main').getByLabel(email, { exact: true }).fill(`maya${people}@example.com`)
  await page.getByLabel(phone, { exact: true }).fill(`(205) 555-4${String(Date.now()).slice(-3)}`)
  await page.getByLabel(health, { exact: true }).fill('tired in the evening')
  await page.getByRole('button', { name: bookingPage.button }).click()
  await page.waitForURL(({ pathname }) => pathname === '/booking/time')
}

/** A day of next month, so that its patient may still change it, and its first time. */
async function chooseDayAndTime(page: Page, isPhone: boolean) {
  const frame = inFrame(page)
  if (isPhone) await frame.getByRole('link', { name: widget.anotherDay }).click()
  await frame.getByRole('link', { name: /^Next month/ }).click()
  await frame
    .getByRole('link', { name: /times free$/ })
    .first()
    .click()
  await expect(frame.locator('#day')).toBeFocused()
  await frame
    .getByRole('link', { name: /, \d+ minutes$/ })
    .last()
    .click()
  // The button is there before a time is chosen as well.
  await expect(frame.getByText(widget.yours)).toBeVisible()
  await frame.getByRole('button', { name: widget.confirm }).click()
  await frame.getByRole('link', { name: widget.seeIt }).click()
  await page.waitForURL('**/appointments/**')
}

for (const javaScriptEnabled of [true, false])
  for (const width of [320, 1440])
    test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts, ${width} px`, () => {
      test.use({ javaScriptEnabled, viewport: { width, height: 900 } })

      test('a visit is booked, moved, canceled and taken back', async ({ page }) => {
        await fillIn(page)
        await chooseDayAndTime(page, width < 960)
        await expect(page.getByText(appointmentPage.states.confirmed)).toBeVisible()

        await page.getByRole('link', { name: appointmentPage.move }).click()
        const before = await page.locator('.phead .lead').textContent()
        await page.locator('.soonest .slot').last().click()
        await expect(page.getByText(widget.yours, { exact: true })).toBeVisible()
        await page.getByRole('button', { name: movePage.button }).click()
        await page.waitForURL(({ pathname }) => /^\/appointments\/[^/]+$/.test(pathname))
        expect(before).not.toContain((await page.locator('dd.num').textContent()) ?? '')
      })
    })

test('nobody personal is in any address, and a time that is not chosen is asked for', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await fillIn(page)
  await inFrame(page).getByRole('button', { name: widget.confirm }).click()
  await expect(inFrame(page).getByRole('alert')).toContainText(widget.chooseTime)
  expect(addresses.join('\n')).not.toMatch(/maya|thomas|555|tired/i)
})

test('axe finds nothing in any step of the widget, nor on the appointment', async ({ page }) => {
  await fillIn(page)
  await expectNoAxeFindings(page)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/booking/widget')
    for (const step of ['', '?month', '?day']) {
      if (step === '?month' && width === 320) {
        await page.getByRole('link', { name: widget.anotherDay }).click()
        await expect(page.locator('#month')).toBeFocused()
      }
      if (step === '?day') {
        await page
          .getByRole('link', { name: /times free$/ })
          .first()
          .click()
        await expect(page.locator('#day')).toBeFocused()
      }
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width} ${step}`).toBeLessThanOrEqual(
        1000,
      )
    }
  }
})
