import { entriesWords, pagesWords as words } from '#app/routes/admin/pages/words.ts'
import { serviceSchema } from '#content/schemas/service.ts'
import { phoneJpeg } from '#tests/support/picture-files.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { header } from '#content/site.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, watching, expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)
const sentence = 'A quiet hour of your own.'

test.use({ viewport: { width: 390, height: 844 } })

test(
  'on her phone, the owner replaces a photograph and a sentence, changes a price and adds a service',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdminIn(page)
    const publish = async (what: string) => {
      await page.getByRole('button', { name: words.publish, exact: true }).click()
      await expect(page.getByText(words.published(what))).toBeVisible()
    }

    await page.goto('/')
    await page.getByRole('button', { name: header.menu }).click()
    await page.getByRole('link', { name: header.edit }).first().click()
    await expectHydrated(page)
    const canvas = page.frameLocator('.page-preview iframe')
    await canvas.getByText('Unhurried consultations').click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(sentence)
    const lead = page.getByLabel('Lead', { exact: true })
    await expect(lead).toHaveValue(sentence)
    await expect(page.getByText(words.draft.changes(1))).toBeVisible()
    await page.locator('.picture-field summary').first().click()
    await page.getByRole('link', { name: words.picture.add }).first().click()
    const upload = page.getByRole('dialog', { name: picturesWords.upload.heading })
    await upload
      .getByLabel(picturesWords.upload.file, { exact: true })
      .setInputFiles({ name: 'oil.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg() })
    await upload.getByLabel(picturesWords.upload.alt).fill('Oil in a bowl')
    await upload.getByRole('button', { name: picturesWords.upload.button }).click()
    await expect(page.getByRole('radio', { name: 'Oil in a bowl' }).first()).toBeChecked()
    await expect(page.getByText(words.draft.changes(2))).toBeVisible()
    await publish('Home page')

    await page.goto('/admin/services')
    await expectHydrated(page)
    await page.getByLabel(entriesWords.name, { exact: true }).fill('Warm Evening')
    await page.getByRole('button', { name: serviceSchema.list.add }).click()
    await page.getByLabel('Group on the Services page').selectOption('Tailored Services')
    await page.getByLabel('Length').fill('1 hr')
    await page.getByLabel('Price text').fill('$90')
    await page.getByLabel('Short text').fill('Warm oil at dusk.')
    await page.getByLabel('Description').fill('A quiet hour with warm oil.')
    await publish('Warm Evening')

    await page.goto('/admin/products')
    await page.getByRole('link', { name: /Triphala/ }).click()
    await expectHydrated(page)
    await page.getByLabel('Price', { exact: true }).fill('14.50')
    await page.getByRole('button', { name: words.publish, exact: true }).click()
    await expect(page.getByText(/Triphala.* published/)).toBeVisible()

    await page.goto('/')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('img', { name: 'Oil in a bowl' })).toBeVisible()
    await page.goto('/services/warm-evening')
    await expect(page.getByText('A quiet hour with warm oil.')).toBeVisible()
    await page.goto('/products/triphala')
    await expect(page.getByText('$14.50')).toBeVisible()
  },
)
