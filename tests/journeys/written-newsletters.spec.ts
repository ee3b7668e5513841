import { picturesPath } from '#app/domain/pictures/picture.ts'
import {
  writeWords as words,
  meanwhileWords,
  newslettersPage,
  newsletterPage,
} from '#app/routes/admin/newsletter/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { editorWords } from '#content/pages/admin-editor.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, swipeToAndTap, expectHydrated } from '#tests/support/browser-site.ts'
import { phoneJpeg } from '#tests/support/picture-files.ts'

const test = testOnItsOwnAdminSite().extend(watching)

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test.beforeEach(async ({ page, site }) => {
  await page.request.post(site.url, { form: { email: 'reader@example.com' } })
  await signInAsAdminIn(page)
})

test('a newsletter is written in the editor from blocks, seen as an email meanwhile, and sent', async ({ page }) => {
  await page.goto('/admin/newsletter')
  await page.getByRole('link', { name: newslettersPage.write }).click()
  await expectHydrated(page)
  await page.getByLabel('Subject line').fill('Slow meals')
  const editor = page.getByRole('textbox', { name: 'Text', exact: true })
  await page.locator('#body-label').scrollIntoViewIfNeeded()
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  await editor.click()
  await page.keyboard.type('Soup first.')
  const insert = page.getByRole('combobox', { name: editorWords.insert })
  for (const label of [words.inserts.hours.label, words.inserts.button.label]) await insert.selectOption({ label })
  const desktop = page.frameLocator('.newsletter-desktop')
  await expect(desktop.getByRole('link', { name: 'Book a visit' })).toBeVisible()
  await expect(desktop.getByText('Monday')).toBeVisible()
  await expect(page.frameLocator('.newsletter-phone').getByText('Soup first.')).toBeVisible()
  await expectNoAxeFindings(page, { exclude: 'iframe' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'sideways').toBeLessThanOrEqual(390)
  // By finger, past the frames of the preview, where Chromium lost taps.
  await swipeToAndTap(page, page.getByRole('button', { name: words.review }))
  await expect(page.getByRole('heading', { level: 1, name: newsletterPage.title })).toBeVisible()
  await swipeToAndTap(page, page.getByRole('button', { name: newsletterPage.send.now }))
  await expect(page.getByRole('heading', { name: newsletterPage.result.heading })).toBeVisible()
  const path = new URL(page.url()).pathname.replace('/admin/newsletter/', '/newsletters/')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slow meals')
  await expect(page.getByRole('link', { name: 'Book a visit' })).toBeVisible()
  await expectNoAxeFindings(page)
})

test(
  'two people who write one newsletter overwrite nothing of each other',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/admin/newsletter')
    await page.getByRole('link', { name: newslettersPage.write }).click()
    await expectHydrated(page)
    const kept = page.getByText(words.kept)
    await page.getByLabel('Subject line').fill('Slow meals')
    await expect(kept).toBeVisible()

    const other = await context.newPage()
    await other.goto(page.url())
    await expectHydrated(other)
    await other.getByLabel('Subject line').fill('Slow meals, by Joe')
    await expect(other.getByText(words.kept)).toBeVisible()

    await page.getByLabel('Subject line').fill('Slow meals, by Maya')
    await expect(page.getByText(meanwhileWords.error)).toBeVisible()
    await expect(page.getByLabel('Subject line')).toHaveValue('Slow meals, by Maya')
    await expectNoAxeFindings(page, { exclude: 'iframe' })
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(meanwhileWords.theirs('Slow meals, by Joe')).first()).toBeVisible()
    await expect(page.getByLabel('Subject line')).toHaveValue('Slow meals, by Maya')
    await page.getByLabel('Subject line').fill('Slow meals, by both')
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(meanwhileWords.error)).toHaveCount(0)
    await expect(kept.first()).toBeVisible()
    await other.reload()
    await expect(other.getByLabel('Subject line')).toHaveValue('Slow meals, by both')
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a newsletter is written as Markdown, and its pictures are seen before it is sent',
    { tag: '@long' },
    async ({ page }) => {
      const file = { name: 'oil.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg() }
      const added = await page.request.post(picturesPath, { multipart: { file, alt: 'Oil' }, maxRedirects: 0 })
      const [picture] = /[\w-]{36}/.exec(added.headers().location ?? '')!
      await page.goto('/admin/newsletter')
      await page.getByRole('link', { name: newslettersPage.write }).click()
      await page.getByLabel('Text', { exact: true }).fill('Soup first.\n\n{free times}')
      await page.getByRole('button', { name: words.review }).click()
      await expect(page.getByText('Enter the subject line.').first()).toBeVisible()
      await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Soup first.\n\n{free times}')
      await page.getByLabel('Subject line').fill('Slow meals')
      await page.getByLabel('Text', { exact: true }).fill(`Soup first.\n\n![Oil](picture:${picture})`)
      await page.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.kept).first()).toBeVisible()
      await expect(page.frameLocator('.newsletter-phone').getByText('Soup first.')).toBeVisible()
      const expectPictureIn = async (frame: string) => {
        const shown = page.frameLocator(frame).getByRole('img', { name: 'Oil' })
        const width = () => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)
        await expect.poll(width, { message: frame }).toBeGreaterThan(0)
      }
      await expectPictureIn('.newsletter-phone')
      await page.getByRole('button', { name: words.review }).click()
      await expect(page.getByRole('button', { name: newsletterPage.send.now })).toBeVisible()
      await expectPictureIn('.preview')
    },
  )
})
