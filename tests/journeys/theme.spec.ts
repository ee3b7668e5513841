import type { Page } from '@playwright/test'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { themeSchema } from '#content/schemas/theme.ts'
import { signInAsAdminByHand, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const delivered = deliveredContent.template('theme')
const address = '/admin/pages/theme'
const { palette, type, own } = themeSchema.fields
const { colors } = own.fields.colors
const unreadable = /^Error: Text on the page would have a contrast of 2\.6:1, and 4\.5:1 is needed/

const sentenceAt = (page: Page, label: string) => page.locator('.field', { hasText: label }).locator('.err')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
async function publish(page: Page) {
  await page.getByRole('button', { name: words.publish, exact: true }).click()
  await expect(page.getByText(words.published('Look'))).toBeVisible()
}

test('the owner enters colors, is told at once what can’t be read, sees the draft and publishes it', async ({
  page,
}) => {
  const readLook = async () => /\/theme\/[^"]*/.exec(await (await page.request.get('/')).text())?.[0]
  const before = await readLook()
  await signInAsAdminIn(page)
  await page.goto(address)
  await expectHydrated(page)
  await page.locator('summary').filter({ hasText: own.label }).click()
  await page.getByLabel(palette.label, { exact: true }).selectOption('own')
  await field(page, colors.ink).fill('#9a9a9a')
  await expect(sentenceAt(page, colors.ink)).toHaveText(unreadable)
  await expect(field(page, colors.ink)).toHaveAttribute('aria-invalid', 'true')
  await expectFineInEveryLook(page, { exclude: 'iframe' })
  const [nearest = ''] = /#[\da-f]{6}/.exec((await sentenceAt(page, colors.ink).textContent()) ?? '') ?? []
  await field(page, colors.ink).fill(nearest)
  await expect(sentenceAt(page, colors.ink)).toHaveCount(0)
  await field(page, colors.ink).fill('#241c2c')
  // The browser's own way to choose one writes into the field.
  await page.getByLabel(words.colors.pick(colors.brand)).fill('#5a3a7a')
  await expect(field(page, colors.brand)).toHaveValue('#5a3a7a')
  const shown = page.frameLocator('.page-preview iframe').locator('main .btn').first()
  await expect(shown).toHaveCSS('background-color', 'rgb(90, 58, 122)')
  expect(await readLook()).toBe(before)
  await publish(page)
  await page.goto('/')
  await expect(page.locator('main .btn').first()).toHaveCSS('background-color', 'rgb(90, 58, 122)')
  // Paper stays as it is.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('body').first()).toHaveCSS('color', 'rgb(28, 42, 34)')
})

for (const look of [
  { palette: 'indigo', type: 'lora-source' },
  { palette: 'rose', type: 'system' },
  { palette: 'clay', type: 'tiro-anek' },
])
  // That the colors of each are readable is proved by theme-contrast.property.test.
  test(
    `pages in ${look.palette} with ${look.type} are readable and fit, light and dark`,
    { tag: '@long' },
    async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto(address)
      await expectHydrated(page)
      await page.getByLabel(palette.label, { exact: true }).selectOption(look.palette)
      await page.getByLabel(type.label, { exact: true }).selectOption(look.type)
      // Nothing is published where it has this look already.
      if (look.palette !== delivered.palette || look.type !== delivered.type) await publish(page)
      // Away from the preview, which only the clinic sees.
      await page.goto('/')
      await page.context().clearCookies()
      for (const path of ['/', '/services', '/contact', '/cart', '/login']) {
        await page.goto(path)
        await expect(page.locator('link[href^="/theme/"]')).toHaveCount(1)
        await expectFineInEveryLook(page)
      }
    },
  )

test(
  'without scripts the form says the same and keeps what was typed',
  { tag: '@long' },
  async ({ pageWithoutScripts: page }) => {
    await signInAsAdminByHand(page)
    await page.goto(address)
    await page.locator('summary').filter({ hasText: own.label }).click()
    await page.getByLabel(palette.label, { exact: true }).selectOption('own')
    await field(page, colors.ink).fill('#9a9a9a')
    await page.getByRole('button', { name: words.publish, exact: true }).click()
    await expect(sentenceAt(page, colors.ink)).toHaveText(unreadable)
    await expect(field(page, colors.ink)).toHaveValue('#9a9a9a')
    await expect(page.locator('input[type="color"]')).toHaveCount(0)
    await field(page, colors.ink).fill('#241c2c')
    await publish(page)
    await page.goto('/')
    await expect(page.locator('body').first()).toHaveCSS('color', 'rgb(36, 28, 44)')
  },
)
