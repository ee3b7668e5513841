import { productPath } from '#app/domain/catalogue/product.ts'
import { stockPath } from '#app/domain/catalogue/stock.ts'
import { stockPage } from '#app/routes/admin/stock/words.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { leftOn, contact } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { cartPage } from '#content/pages/cart.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { admin } from '#content/pages/admin.ts'
import { productsPage } from '#content/pages/products.ts'
import { stockWords } from '#content/pages/stock.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { expect, watching, scriptWays } from '#tests/support/browser-site.ts'

/** A separate site, since a count limits every other order. */
const test = testOnAdminSite().extend(watching)

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts, on a phone`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the clinic counts a product, and no more is sold', async ({ page, site }) => {
      await signInAsAdminIn(page)
      await page.goto('/admin/stock')
      await page.getByRole('link', { name: product.name, exact: true }).click()
      await expect(page.getByText(stockPage.now.notCounted)).toBeVisible()
      await page.getByLabel(stockPage.count.label).fill('2')
      await page.getByRole('button', { name: stockPage.count.button }).click()
      await expect(page.getByText(stockPage.now.counted(2))).toBeVisible()
      await page.getByLabel(stockPage.correct.label).fill('-1')
      await page.getByLabel(stockPage.correct.reason).fill('Broken jar')
      await page.getByRole('button', { name: stockPage.correct.button, exact: true }).click()
      await expect(page.getByText(stockPage.now.counted(1))).toBeVisible()
      await page.getByRole('button', { name: admin.undo }).click()
      await expect(page.getByText(stockPage.now.counted(2))).toBeVisible()
      await page.goto('/admin')
      await page.getByRole('link', { name: toDo.stock.item(product.name, 2) }).click()
      await expect(page).toHaveURL(new RegExp(`${stockPath(product.id)}$`))
      if (javaScriptEnabled) await expectNoAxeFindings(page)

      await page.goto(productPath(product))
      await expect(page.getByText(stockWords.left(2))).toBeVisible()
      await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
      await expect(page.locator('#buy')).toContainText(productsPage.added(1))
      await page.goto('/cart')
      const quantity = page.getByLabel(cartPage.quantityOf(product.name))
      await expect(page.getByText(stockWords.left(2))).toBeVisible()
      await page.getByLabel(cartPage.fields.name, { exact: true }).fill(contact.name)
      await page.getByLabel(cartPage.fields.email).fill(contact.email)
      const raise = page.getByRole('button', { name: cartPage.raise(product.name) })
      await raise.click()
      await expect(quantity).toHaveValue('2')
      await raise.click()
      await expect(quantity).toHaveValue('3')
      await expect(quantity).toHaveAccessibleDescription(new RegExp(stockWords.tooMany(2)))
      await page.getByRole('button', { name: cartPage.button }).click()
      await expect(page.getByRole('alert')).toContainText(cartPage.tooFew)
      await expect(page.getByLabel(cartPage.fields.email)).toHaveValue(contact.email)
      if (javaScriptEnabled) await expectNoAxeFindings(page)
      await page.getByRole('button', { name: cartPage.lower(product.name) }).click()
      await expect(quantity).toHaveValue('2')
      await page.getByRole('button', { name: cartPage.button }).click()
      await expect(page).toHaveURL(/\/orders\/.+/)
      expect(await leftOn(site, product.id)).toBe(0)
      await page.goto(productPath(product))
      await expect(page.getByText(stockWords.left(0))).toBeVisible()

      await page.goto(stockPath(product.id))
      await page.getByRole('button', { name: stockPage.end.button }).click()
      await expect(page.getByText(stockPage.now.notCounted)).toBeVisible()
    })
  })
