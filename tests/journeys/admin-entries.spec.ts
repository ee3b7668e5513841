import { entriesWords as words, pagesWords } from '#app/routes/admin/pages/words.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, watching } from '../support/browser-site.ts'
import { expectHydrated } from '../support/hydration.ts'

const test = testOnItsOwnAdminSite().extend(watching)

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the owner adds a service, changes a price, and gives a product another form', async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/services')
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByLabel(words.name, { exact: true }).fill('Warm Evening')
      await page.getByRole('button', { name: words.services.add }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warm Evening')
      await page.getByLabel('Group on the Services page').selectOption('Tailored Services')
      await page.getByLabel('Length').fill('1 hr')
      await page.getByLabel('Price text').fill('$90')
      await page.getByLabel('Short text').fill('Warm oil at dusk.')
      await page.getByLabel('Description').fill('A quiet hour with warm oil.')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('button', { name: pagesWords.publish }).click()
      await expect(page.getByText(pagesWords.published('Warm Evening'))).toBeVisible()
      await page.goto('/services')
      await expect(page.getByText('A quiet hour with warm oil.')).toBeVisible()

      await page.goto('/admin/products')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('link', { name: /Triphala/ }).click()
      if (javaScriptEnabled) await expectHydrated(page)
      await page.getByLabel('Price', { exact: true }).fill('14.50')
      await page.getByRole('button', { name: pagesWords.list.add('Form') }).click()
      const added = page.getByRole('group', { name: 'Form 4' })
      await expect(page.getByLabel('Price', { exact: true })).toHaveValue('14.50')
      await added.getByLabel('Name').fill('Tea')
      await added.getByRole('button', { name: pagesWords.list.named(pagesWords.list.up, 'Form 4') }).click()
      await expect(page.getByRole('group', { name: 'Form 3' }).getByLabel('Name')).toHaveValue('Tea')
      if (javaScriptEnabled) await expectNoAxeFindings(page, { exclude: 'iframe' })
      await page.getByRole('button', { name: pagesWords.publish }).click()
      await expect(page.getByText(/Triphala.* published/)).toBeVisible()
      await page.goto('/products')
      await expect(page.getByText('$14.50')).toBeVisible()
      await expect(page.getByRole('option', { name: 'Tea' })).toHaveCount(1)
    })
  })
