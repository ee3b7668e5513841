import type { Page } from '@playwright/test'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/browser-site.ts'
import { bookingOfAService, textsOf } from '#tests/support/pages.ts'
import { isLong } from '#tests/support/timing.ts'

const { fields } = bookingPage
const { freeDays } = textsOf('booking')
const field = (page: Page, label: string) => page.locator('main').getByLabel(label, { exact: true })
const dayName = /^[A-Z][a-z]+day, [A-Z][a-z]+ \d+.*, \d+ times? free$/
const timeName = /, \d+ minutes$/
let people = 0

for (const { javaScriptEnabled, width } of [
  { javaScriptEnabled: true, width: 320 },
  ...(isLong ? [{ javaScriptEnabled: false, width: 1440 }] : []),
])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts, ${width} wide`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 900 } })

    test('one tap on a day shows its times, and choosing a time preserves the input', async ({ page }) => {
      people += 1
      await page.goto(bookingOfAService)
      await field(page, fields.name).fill('Maya Thomas')
      await field(page, fields.health).fill('xylophonic tiredness')
      const day = page.locator('main').getByRole('button', { name: dayName }).last()
      const name = ((await day.textContent()) ?? '').replace(/, \d+ times? free$/, '')
      await expect(page.getByRole('button', { name: timeName })).toHaveCount(0)
      await day.click()
      const panel = page.getByRole('dialog', { name })
      const time = panel.getByRole('button', { name: timeName }).last()
      await expect(time).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      // The panel may leave a strip of a day's button beneath it in sight, which is too small to press then.
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'button[popovertarget^="times-"]' })
      const clock = (await time.textContent())?.trim() ?? ''
      await time.click()

      const yours = page.getByText(`${freeDays.yours}:`)
      await expect(yours).toContainText(`${name} at ${clock}`)
      await expect(field(page, fields.name)).toHaveValue('Maya Thomas')
      await expect(field(page, fields.health)).toHaveValue('xylophonic tiredness')
      await field(page, fields.email).fill(`maya.day${people}@example.com`)
      if (javaScriptEnabled) await expectNoAxeFindings(page)
      // Enter in a field still submits the form, which reports the missing phone number.
      await field(page, fields.name).press('Enter')
      await expect(field(page, fields.phone)).toHaveAttribute('aria-invalid', 'true')
      await expect(yours).toContainText(clock)
      await field(page, fields.phone).fill(`(205) 555-03${10 + people}`)
      await page.getByRole('button', { name: bookingPage.button }).click()
      await page.waitForURL(({ pathname }) => pathname === '/booking/time')
      const frame = page.frameLocator('iframe')
      await expect(frame.locator('#confirm')).toContainText(`${name} at ${clock}`)
      await frame.getByRole('button', { name: widget.confirm }).click()
      if (!javaScriptEnabled) await frame.getByRole('link', { name: widget.seeIt }).click()
      await page.waitForURL('**/appointments/**')
      await expect(page.getByText(textsOf('appointment').states.confirmed)).toBeVisible()
    })

    test(
      'one tap in the frame opens a day, from the soonest times and from another day',
      { tag: '@long' },
      async ({ page }) => {
        people += 1
        await page.goto(bookingOfAService)
        await field(page, fields.name).fill('Maya Thomas')
        await field(page, fields.email).fill(`maya.day${people}@example.com`)
        await field(page, fields.phone).fill(`(205) 555-03${10 + people}`)
        await field(page, fields.health).fill('tired')
        await page.getByRole('button', { name: bookingPage.button }).click()
        await page.waitForURL(({ pathname }) => pathname === '/booking/time')
        const frame = page.frameLocator('iframe')
        for (const which of ['last', 'first'] as const) {
          const day = frame.getByRole('link', { name: dayName })[which]()
          const name = (await day.getAttribute('aria-label')) ?? (await day.locator('.vh').textContent()) ?? ''
          await day.click()
          await expect(frame.locator('#day')).toHaveText(name.replace(/, \d+ times? free$/, ''))
          await expect(frame.locator('.times').getByRole('link', { name: timeName }).first()).toBeVisible()
        }
      },
    )
  })

test('the page reports a time that is no longer free in view, and another time can be chosen', async ({ page }) => {
  await page.goto(`${bookingOfAService}?day=2026-01-02&at=1767366000000#your-time`)
  await expect(page.getByRole('alert')).toContainText(bookingPage.lost)
  await expect(page.getByRole('alert')).toBeInViewport()
  await expectNoAxeFindings(page)
  const time = page
    .locator('main')
    .getByRole('button', { name: /^[\d:]+ [ap]m, \d+ minutes, / })
    .first()
  const clock = (await time.textContent())?.trim() ?? ''
  await time.click()
  await expect(page.getByText(`${freeDays.yours}:`)).toContainText(clock)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoAxeFindings(page)
})
