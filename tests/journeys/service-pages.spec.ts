import { bookingPath, servicePath } from '#app/domain/catalogue/service.ts'
import { servicesPage } from '#content/pages/services.ts'
import { services } from '#tests/support/catalogue.ts'
import { expect, test, withScripts } from '#tests/support/browser-site.ts'
import { ownPageOfAService, textsOf } from '#tests/support/pages.ts'

const service = services.find((one) => servicePath(one) === ownPageOfAService)!

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  withScripts('a visitor reads about a service, and begins to book at one of its times', async (page) => {
    await page.goto('/services')
    await page.getByRole('link', { name: service.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.title)
    // At the bottom of the screen from the first line to the last.
    const dock = page.locator('.dock').getByRole('link', { name: servicesPage.bookLabel })
    await expect(dock).toBeInViewport({ ratio: 1 })
    await page.getByRole('heading', { level: 2 }).nth(3).scrollIntoViewIfNeeded()
    await expect(dock).toBeInViewport({ ratio: 1 })
    await page.locator('.chip').nth(1).click()
    await expect(page).toHaveURL(({ pathname }) => pathname === bookingPath(service))
    await expect(page.locator('#your-time')).toContainText(textsOf('booking').freeDays.yours)
  })
})

test('the bar of the hour is true to scale', async ({ page }) => {
  await page.goto(ownPageOfAService)
  const parts = await page.locator('.hour > li').evaluateAll((items) =>
    items.map((item) => {
      const [, from = '', to = ''] = /(\d+) to (\d+)/.exec(item.textContent ?? '') ?? []
      return { minutes: Number(to) - Number(from), width: item.getBoundingClientRect().width }
    }),
  )
  const whole = { minutes: sum(parts.map((part) => part.minutes)), width: sum(parts.map((part) => part.width)) }
  for (const { minutes, width } of parts) expect(width / whole.width).toBeCloseTo(minutes / whole.minutes, 2)
})

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
