import { isLong } from '#tests/support/timing.ts'
import { bookingPath } from '#app/domain/catalogue/service.ts'
import { suggestServices } from '#app/domain/catalogue/guide.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { servicesPage } from '#content/pages/services.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, test, withScripts, usualColors } from '#tests/support/browser-site.ts'
import { textsOf } from '#tests/support/pages.ts'

const { feeling, oil, caution } = textsOf('guide')
const [suggested] = suggestServices(deliveredContent, 'wornOut', 'headOnly')

for (const width of isLong ? [320, 1440] : [320])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } })

    withScripts('three taps lead to a service, and no request tells an answer', async (page) => {
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''))
      await page.goto('/guide')
      for (const { title } of [feeling.wornOut, oil.headOnly, caution.none]) {
        await page.getByRole('link', { name: title }).click()
        await expect(page.locator('.gd-step:visible')).toHaveCount(1)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      await expect(page.getByRole('heading', { name: suggested!.title })).toBeVisible()
      await page.getByRole('link', { name: servicesPage.bookLabel }).click()
      await expect(page).toHaveURL(({ pathname }) => pathname === bookingPath(suggested!))
      expect(sent.join('\n')).not.toContain('wornOut')
    })
  })

for (const colorScheme of usualColors)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('axe finds nothing in any step of the guide', async ({ page }) => {
      for (const anchor of ['', '#oneThing', '#oneThing-noOil', '#wornOut-allOver-start', '#talk-first']) {
        await page.goto(`/guide${anchor}`)
        await expect(page.locator('.gd-step:visible')).toHaveCount(1)
        await expectNoAxeFindings(page)
      }
    })
  })

test('Back returns to the question before', { tag: '@long' }, async ({ page }) => {
  await page.goto('/guide#wornOut')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: feeling.question })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: oil.question })).toBeVisible()
})
