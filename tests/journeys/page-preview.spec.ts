import type { Page } from '@playwright/test'
import { historyWords } from '#content/pages/admin-history.ts'
import { header } from '#content/site.ts'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectFineInEveryLook } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated, usualWidths } from '#tests/support/browser-site.ts'
import { budgets, sentBytes } from '#tests/journeys/budgets.ts'

const test = testOnItsOwnAdminSite().extend(watching)

const address = '/admin/pages/home'
const inPreview = (page: Page) => page.frameLocator('.page-preview iframe')

async function openEditor(page: Page) {
  await signInAsAdminIn(page)
  await page.goto(address)
  await expectHydrated(page)
}

for (const width of usualWidths)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the owner types, sees the page as it will be, and publishes it', async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/')
      await page
        .locator(width > 1000 ? '.user-toggle' : '.menu-toggle')
        .first()
        .click()
      await page.getByRole('link', { name: header.edit }).filter({ visible: true }).click()
      await expect(page).toHaveURL(address)
      await expectHydrated(page)
      const text = `As it will be at ${width}.`
      await page.getByLabel('Lead').pressSequentially('x')
      await page.getByLabel('Lead').fill(text)
      await expect(inPreview(page).getByText(text)).toBeVisible()
      await expect(page.getByText(words.draft.changes(1))).toBeVisible()
      await expect(page.getByLabel('Lead')).toBeFocused()
      expect(await (await page.request.get('/')).text()).not.toContain(text)

      // Pressed while the last words are not saved yet.
      await page.getByLabel('Lead').fill(`${text} Really.`)
      await page.getByRole('button', { name: words.publish, exact: true }).click()
      await expect(page.getByText(words.published('Home page'))).toBeVisible()
      expect(await (await page.request.get('/')).text()).toContain(`${text} Really.`)
      await expect(inPreview(page).getByText(`${text} Really.`)).toBeVisible()
    })
  })

for (const width of usualWidths)
  test.describe(`versions at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('an earlier version is compared, while what was typed stays', { tag: '@long' }, async ({ page }) => {
      await openEditor(page)
      await page.getByLabel('Lead').fill('Typed over it.')
      await page.getByRole('button', { name: words.publish, exact: true }).click()
      await expect(page.getByText(words.published('Home page'))).toBeVisible()
      const field = page.getByLabel('Above the headline')
      await field.fill('Typed')
      await expect(page.getByText(words.autosave.saved(''))).toBeVisible()
      // Not saved yet.
      await page.route('**/home.data*', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
      await field.fill('Typed on')
      await page.getByRole('link', { name: words.compare.named(historyWords.delivered), exact: true }).click()
      await expect(page.getByRole('heading', { name: words.compare.of(historyWords.delivered) })).toBeInViewport()
      const comparison = page.getByRole('region', { name: words.compare.of(historyWords.delivered) })
      await expect(comparison.getByRole('insertion')).toHaveText('Typed over it.')
      await expect(field).toHaveValue('Typed on')
      await expectFineInEveryLook(page, { exclude: 'iframe' })
      await comparison.getByRole('link', { name: words.compare.close }).click()
      await expect(comparison).toHaveCount(0)
      await expect(field).toHaveValue('Typed on')
    })
  })

test('the preview keeps its place while the page is edited', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openEditor(page)
  const frame = page.frames().find((one) => one.url().endsWith('/preview'))!
  await frame.waitForLoadState()
  const scrolled = () =>
    page.locator('.page-preview iframe').evaluate((one: HTMLIFrameElement) => one.contentWindow?.scrollY)
  // A picture is shown only by the server, so that the preview is loaded again.
  const photo = page.getByRole('group', { name: 'Photograph' }).first()
  await photo.locator('summary').click()
  const hills = photo.getByRole('radio', { name: 'Hills' })
  await hills.focus()
  await page.locator('.page-preview iframe').evaluate((one: HTMLIFrameElement) => one.contentWindow?.scrollTo(0, 700))
  await hills.press('Space')
  await expect(inPreview(page).locator('main img').first()).toHaveAttribute('src', /hills/)
  await expect.poll(scrolled).toBe(700)
})

test('what someone else saved meanwhile is not overwritten, and typing goes on', async ({ page }) => {
  await openEditor(page)
  const other = await page.context().newPage()
  await other.goto(address)
  await expectHydrated(other)
  await other.getByLabel('Lead').fill('Theirs.')
  await expect(other.getByText(words.autosave.saved(''))).toBeVisible()
  await other.close()
  await page.getByLabel('Lead').fill('Mine.')
  await expect(page.getByText(words.meanwhile)).toBeVisible()
  await expect(page.getByLabel('Lead')).toHaveValue('Mine.')
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.theirs('Theirs.')).first()).toBeVisible()
  await expect(page.getByLabel('Lead')).toHaveValue('Mine.')
})

test('what can’t be saved is tried again', { tag: '@long' }, async ({ page }) => {
  await openEditor(page)
  await page.route('**/home.data*', (route) => route.abort())
  await page.getByLabel('Lead').fill('In a tunnel.')
  await expect(page.getByText(words.autosave.failed)).toBeVisible()
  await page.unroute('**/home.data*')
  await expect(inPreview(page).getByText('In a tunnel.')).toBeVisible()
})

test(
  'what can’t be published is kept as the draft, and nothing says that it failed',
  { tag: '@long' },
  async ({ page }) => {
    await openEditor(page)
    const refused = 'Use at most 240 characters, so that it fits its place.'
    await page.getByLabel('Lead').fill('x'.repeat(241))
    await page.getByRole('button', { name: words.publish, exact: true }).click()
    await expect(page.getByText(refused).first()).toBeVisible()
    await expect(page.getByText(words.autosave.failed)).toHaveCount(0)
    await expect(page.getByText(words.autosave.saved(''))).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Lead')).toHaveValue('x'.repeat(241))
  },
)

test('the editor is fine in every look, with little script of its own', async ({ page }) => {
  await signInAsAdminIn(page)
  const scripts = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script') scripts.set(pathname, sentBytes(pathname))
  })
  await page.goto('/admin')
  await expectHydrated(page)
  const frame = new Set(scripts.keys())
  await page.goto(address)
  await expectHydrated(page)
  const own = [...scripts].filter(([path]) => !frame.has(path)).reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(own).toBeLessThanOrEqual(budgets.ownScriptOfPageEditor * 1024)
  await expectFineInEveryLook(page, { exclude: 'iframe' })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a saved draft is seen in the frame, and by itself', { tag: '@long' }, async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto(address)
    await page.getByLabel('Lead').fill('Saved by hand.')
    await page.getByRole('button', { name: words.save }).click()
    await expect(inPreview(page).getByText('Saved by hand.')).toBeVisible()
    await page.goto((await page.getByRole('link', { name: words.preview.open }).getAttribute('href'))!)
    await expect(page.getByText('Saved by hand.')).toBeVisible()
  })
})
