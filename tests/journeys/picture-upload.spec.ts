import type { Page, Request } from '@playwright/test'
import { pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { setLastSeen, expect, watching, expectHydrated, usualWidths } from '#tests/support/browser-site.ts'
import { phoneJpeg, putTooLarge } from '#tests/support/picture-files.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { forms } from '#content/forms.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { unlockPage } from '#content/pages/admin-unlock.ts'
import { confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'

const test = testOnItsOwnAdminSite().extend(watching)
const jpeg = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

const isUploadOf = (request: Request) => request.headers()['content-type']?.startsWith('multipart/') === true

async function openEditor(page: Page) {
  await signInAsAdminIn(page)
  await page.goto('/admin/pages/home')
  await expectHydrated(page)
}

function openUpload(page: Page, nth = 0) {
  const field = page.locator('.picture-field').nth(nth)
  const dialog = page.getByRole('dialog', { name: picturesWords.upload.heading })
  return {
    field,
    dialog,
    file: dialog.getByLabel(picturesWords.upload.file, { exact: true }),
    alt: dialog.getByLabel(picturesWords.upload.alt),
    button: dialog.getByRole('button', { name: picturesWords.upload.button }),
    async open() {
      await field.locator('summary').click()
      await field.getByRole('link', { name: words.picture.add }).click()
    },
  }
}

for (const width of usualWidths)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('a picture is added within its field, chosen there, saved and shown on the page', async ({ page }) => {
      await openEditor(page)
      const lead = page.getByLabel('Lead', { exact: true })
      const { field, dialog, file, alt, button, open } = openUpload(page)
      await open()
      await expectNoAxeFindings(page, { exclude: 'iframe' })
      for (const target of [button, file, dialog.getByRole('button', { name: picturesWords.upload.close })])
        expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)

      // Refused without being sent.
      await file.setInputFiles(putTooLarge(test.info().outputPath('photo.jpg')))
      await button.click()
      await expect(dialog.getByText(picturesWords.problems['too-large'](20))).toBeVisible()
      // Refused by the server; what was typed stays, also when it is closed meanwhile.
      await file.setInputFiles(jpeg(Buffer.from('%PDF-1.7\n'), 'renamed.jpg'))
      await button.click()
      await expect(dialog.getByText(picturesWords.problems['not-a-picture'])).toHaveCount(0)
      await expect(dialog.getByText(picturesWords.alt.blank)).toBeVisible()
      await expect(alt).toBeFocused()
      await alt.fill(`Oil at ${width}`)
      await button.click()
      await expect(dialog.getByText(picturesWords.problems['not-a-picture'])).toBeVisible()
      await expect(file).toBeFocused()
      await expect(alt).toHaveValue(`Oil at ${width}`)
      await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await lead.fill(`Typed at ${width}, before`)
      await field.getByRole('link', { name: words.picture.add }).click()
      await expect(alt).toHaveValue(`Oil at ${width}`)

      const sent: string[] = []
      page.on('request', (request) => {
        if (isUploadOf(request)) sent.push(request.url())
      })
      await file.setInputFiles(jpeg(await phoneJpeg()))
      await expect(dialog.getByRole('img', { name: picturesWords.upload.chosen })).toBeVisible()
      await expect(dialog.getByText(picturesWords.problems['not-a-picture'])).toHaveCount(0)
      await button.dblclick()
      await expect(dialog).toBeHidden()
      expect(sent).toHaveLength(1)
      const option = field.getByRole('radio').first()
      await expect(option).toBeFocused()
      await expect(option).toBeChecked()
      await expect(field.locator('summary')).toHaveText(`Oil at ${width}`)
      await expect(lead).toHaveValue(`Typed at ${width}, before`)
      await expect(page.getByText(words.draft.changes(2))).toBeVisible()
      await expect(
        page
          .frameLocator('.page-preview iframe')
          .getByRole('img', { name: `Oil at ${width}` })
          .first(),
      ).toBeAttached()

      // The next one begins empty, and may be for another field.
      const second = openUpload(page, 1)
      await second.open()
      await expect(second.alt).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(second.field.getByRole('link', { name: words.picture.add })).toBeFocused()
      await page.reload()
      await expect(field.locator('summary')).toHaveText(`Oil at ${width}`)
      await expect(second.field.locator('summary')).not.toHaveText(`Oil at ${width}`)

      await field.locator('summary').click()
      await field.getByRole('link', { name: words.picture.crop }).click()
      await expect(page.getByRole('heading', { name: picturesWords.picture.title })).toBeVisible()
      await page.getByRole('button', { name: picturesWords.picture.save }).click()
      await expect(page.getByText(picturesWords.saved)).toBeVisible()
      await page.getByRole('button', { name: words.discard }).click()
      await expect(page.getByText(words.discarded('Home page'))).toBeVisible()
    })
  })

test(
  'what is typed while a picture is sent is kept, and texts can take the new picture',
  { tag: '@long' },
  async ({ page }) => {
    await openEditor(page)
    const { dialog, file, alt, button, open } = openUpload(page)
    await open()
    await file.setInputFiles(jpeg(await phoneJpeg()))
    await alt.fill('Oil on a spoon')
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/home.data*', async (route) => {
      if (isUploadOf(route.request())) await isHeld
      await route.continue()
    })
    await button.click()
    await expect(dialog.getByText(picturesWords.upload.pending)).toBeVisible()
    await page.keyboard.press('Escape')
    const lead = page.getByLabel('Lead', { exact: true })
    await lead.press('ControlOrMeta+End')
    await lead.pressSequentially(' and on')
    const isAdded = page.waitForResponse((response) => isUploadOf(response.request()))
    release()
    await isAdded
    await lead.pressSequentially(' and on')
    await expect(page.getByRole('radio', { name: 'Oil on a spoon' }).first()).toBeAttached()
    await expect(page.getByRole('radio', { name: 'Oil on a spoon' }).first()).not.toBeChecked()
    await expect(lead).toHaveValue(/ and on and on$/)
    await expect(lead).toBeFocused()
    await expect(page.getByText(words.draft.changes(1))).toBeVisible()
    await page.getByRole('button', { name: words.discard }).click()
    await expect(page.getByText(words.discarded('Home page'))).toBeVisible()
  },
)

test('without a connection it says so, and keeps the file and its description', async ({ page, context }) => {
  await openEditor(page)
  const { field, dialog, file, alt, button, open } = openUpload(page)
  await open()
  await file.setInputFiles(jpeg(await phoneJpeg()))
  await alt.fill('Oil by the window')
  await context.setOffline(true)
  await button.click()
  await expect(dialog.getByText(forms.offline)).toBeVisible()
  await expect(alt).toHaveValue('Oil by the window')
  await context.setOffline(false)
  await button.click()
  await expect(dialog).toBeHidden()
  await expect(field.locator('summary')).toHaveText('Oil by the window')
  await page.getByRole('button', { name: words.discard }).click()
  await expect(page.getByText(words.discarded('Home page'))).toBeVisible()
})

test(
  'when the dashboard was locked meanwhile, the texts are kept and the editor says what to do again',
  { tag: '@long' },
  async ({ page, site }) => {
    await openEditor(page)
    const lead = page.getByLabel('Lead', { exact: true })
    await lead.fill('Typed before the lock')
    await expect(page.getByText(words.draft.changes(1))).toBeVisible()
    const { file, alt, button, open } = openUpload(page)
    await open()
    await file.setInputFiles(jpeg(await phoneJpeg()))
    await alt.fill('Oil at night')
    await setLastSeen(site, 31 * 60_000)
    await button.click()
    await expect(page.getByText(unlockPage.why.idle)).toBeVisible()
    await confirmWithPasswordIn(page)
    await expect(page.getByText(words.picture.again)).toBeVisible()
    await expect(lead).toHaveValue('Typed before the lock')
    await page.getByRole('button', { name: words.discard }).click()
    await expect(page.getByText(words.discarded('Home page'))).toBeVisible()
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the upload is a page that leads back', { tag: '@long' }, async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto('/admin/pages/home')
    const { field, open } = openUpload(page)
    await open()
    await page.getByLabel(picturesWords.upload.file, { exact: true }).setInputFiles(jpeg(await phoneJpeg()))
    await page.getByRole('button', { name: picturesWords.upload.button }).click()
    await expect(page.getByText(picturesWords.alt.blank)).toBeVisible()
    await page.getByLabel(picturesWords.upload.file, { exact: true }).setInputFiles(jpeg(await phoneJpeg()))
    await page.getByLabel(picturesWords.upload.alt).fill('Oil without scripts')
    await page.getByRole('button', { name: picturesWords.upload.button }).click()
    await expect(page).toHaveURL(/\/admin\/pages\/home#done$/)
    await expect(page.getByText(picturesWords.added)).toBeVisible()
    await field.locator('summary').click()
    await expect(field.getByText(words.picture.saveFirst)).toBeVisible()
    await field.getByRole('radio', { name: 'Oil without scripts' }).check()
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await expect(field.locator('summary')).toHaveText('Oil without scripts')
  })
})
