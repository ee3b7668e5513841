import { picturesPath } from '#app/domain/pictures/picture.ts'
import { bombPng, colorAt, phoneJpeg, putTooLarge } from '#tests/support/picture-files.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { pagesWords } from '#app/routes/admin/pages/words.ts'
import { picturesWords as words } from '#content/pages/admin-pictures.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'
import { isLong } from '#tests/support/timing.ts'

const test = testOnItsOwnAdminSite().extend(watching)
const jpeg = (buffer: Buffer, name = 'photo.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the owner adds a photograph, says what it shows, moves the crop, and removes it', async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto(picturesPath)
      if (javaScriptEnabled) await expectHydrated(page)
      const [file, alt] = [page.getByLabel('Picture', { exact: true }), page.getByLabel(words.upload.alt)]
      const add = page.getByRole('button', { name: words.upload.button })

      if (javaScriptEnabled) {
        await file.setInputFiles(putTooLarge(test.info().outputPath('photo.jpg')))
        await expect(page.getByText(words.problems['too-large'](20))).toBeVisible()
      }
      await file.setInputFiles(jpeg(bombPng()))
      await alt.fill('Half red, half blue')
      await add.click()
      await expect(page.getByText(words.problems['too-many-pixels'])).toBeVisible()
      await expect(alt).toHaveValue('Half red, half blue')
      if (javaScriptEnabled) await expectNoAxeFindings(page)

      await file.setInputFiles(jpeg(await phoneJpeg({ width: 1600, height: 400 })))
      if (javaScriptEnabled) await expect(page.getByRole('img', { name: words.upload.chosen })).toBeVisible()
      await add.click()
      await expect(page.getByText(words.added)).toBeVisible()
      await expect(page.getByRole('img', { name: 'Half red, half blue' })).toBeVisible()
      const square = page.locator('.pic-crops li').nth(1).getByRole('presentation')
      const readColor = async () =>
        colorAt(await (await page.request.get((await square.getAttribute('src')) ?? '')).body(), 90, 50)
      expect(await readColor()).toBe('blue')

      // With scripts by a click; without them by the keyboard.
      if (javaScriptEnabled) {
        await page.getByRole('img', { name: 'Half red, half blue' }).click({ position: { x: 2, y: 20 } })
        await expect(page.getByRole('img', { name: words.picture.shapes.square })).toBeVisible()
        await expectNoAxeFindings(page)
      } else await page.getByLabel(words.picture.x).press('Home')
      await page.getByRole('button', { name: words.picture.save }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      expect(await readColor()).toBe('red')

      // The home page shows it, until another one takes its place; choosing one is also in picture-upload.spec.
      if (isLong) {
        const choose = async (from: string, to: string) => {
          await page.goto('/admin/pages/home')
          if (javaScriptEnabled) await expectHydrated(page)
          const field = page.getByRole('group', { name: 'Photograph', exact: true }).first()
          await field.getByText(from, { exact: true }).first().click()
          await field.getByRole('radio', { name: to, exact: true }).check()
          if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
          // The draft's line, which comes by itself, would move the button away under a press.
          if (javaScriptEnabled) await expect(page.getByText(/^Draft, \d+ change/)).toBeVisible()
          await page.getByRole('button', { name: pagesWords.publish, exact: true }).click()
          await expect(page.getByText(pagesWords.published('Home page'))).toBeVisible()
        }
        const photo = page.getByRole('img', { name: 'Half red, half blue' })
        await choose('Petals', 'Half red, half blue')
        await page.goto('/')
        await expect(photo).toBeVisible()
        expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        await choose('Half red, half blue', 'Petals')
        await page.goto('/')
        await expect(photo).toHaveCount(0)
      }

      await page.goto(picturesPath)
      await page.getByRole('link', { name: 'Half red, half blue' }).click()
      await page.getByText(words.remove.summary).click()
      await page.getByRole('button', { name: words.remove.button }).click()
      await expect(page.getByText(words.removed)).toBeVisible()
      await expect(page.getByText(words.empty.text)).toBeVisible()
    })
  })

test(
  'a chosen picture stays shown when the browser is done with an earlier one only later',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const decode = window.createImageBitmap
      let isFirst = true
      window.createImageBitmap = async (...args: [ImageBitmapSource]) => {
        if (!isFirst) return decode(...args)
        isFirst = false
        await new Promise((resolve) => addEventListener('late', resolve, { once: true }))
        throw new Error('It is no picture.')
      }
    })
    await signInAsAdminIn(page)
    await page.goto(picturesPath)
    await expectHydrated(page)
    const file = page.getByLabel('Picture', { exact: true })
    const shown = page.getByRole('img', { name: words.upload.chosen })
    await file.setInputFiles(jpeg(bombPng()))
    await file.setInputFiles(jpeg(await phoneJpeg()))
    await expect(shown).toBeVisible()
    await page.evaluate(async () => {
      dispatchEvent(new Event('late'))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    await expect(shown).toBeVisible()
  },
)
