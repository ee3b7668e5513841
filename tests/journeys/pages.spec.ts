import { publicPages } from '../support/pages.ts'
import { expect, test } from './site.ts'

const addresses = [...publicPages, '/not-there']

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })
    for (const path of addresses)
      test(`${path} has one heading, a title and all its pictures`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page).toHaveTitle(/.+ \| .+/)
        for (const picture of await page.locator('img').all()) {
          await picture.scrollIntoViewIfNeeded()
          await expect(picture).toHaveJSProperty('complete', true)
          expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
          for (const size of ['width', 'height']) await expect(picture).toHaveAttribute(size, /^\d+$/)
        }
      })
  })

// 320 px wide is also what 400 % zoom leaves of 1280 px (WCAG 2.2, 1.4.10).
for (const width of [320, 768, 1024, 1920])
  test(`no page scrolls sideways at ${width} px`, async ({ page, site }) => {
    test.setTimeout(60_000)
    await page.setViewportSize({ width, height: 700 })
    for (const path of addresses) {
      await page.goto(site.url + path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, path).toBeLessThanOrEqual(0)
    }
  })

test('text set wider apart stays whole (WCAG 2.2, 1.4.12)', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of addresses) {
    await page.goto(site.url + path)
    await page.addStyleTag({ content: '' }).catch(() => {})
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      )
      document.adoptedStyleSheets.push(sheet)
    })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
})
