import { isLong } from '#tests/support/timing.ts'
import { withScripts } from '#tests/support/browser-site.ts'
import { productPath } from '#app/domain/catalogue/product.ts'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { products } from '../support/catalogue.ts'
import { ownPageOfAProduct } from '../support/pages.ts'

const product = products.find((one) => productPath(one) === ownPageOfAProduct)!
const form = product.forms?.at(-1)

for (const width of isLong ? [320, 1440] : [320])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } })

    withScripts('a visitor opens a product, chooses a form and adds it to the cart', async (page) => {
      await page.goto('/products')
      await page.getByRole('link', { name: product.name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
      if (form) {
        await page.getByRole('radio').first().focus()
        await page.keyboard.press('ArrowUp')
        await expect(page.getByRole('radio', { name: form.label })).toBeChecked()
      }
      await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
      await expect(page).toHaveURL(({ pathname }) => pathname === ownPageOfAProduct)
      await expect(page.locator('#buy')).toBeFocused()
      await expect(page.locator('#buy').getByText(productsPage.added(1))).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('banner').getByRole('link', { name: header.cart(1) })).toBeVisible()
      if (form) await expect(page.getByRole('radio', { name: form.label })).toBeChecked()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: productsPage.toCart.text }).click()
      await expect(page.getByRole('main')).toContainText(form ? `(${form.label.toLowerCase()})` : product.name)
    })
  })

test('axe finds no issue in the answer to Add to Cart', { tag: '@long' }, async ({ page }) => {
  await page.goto(ownPageOfAProduct)
  await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
  await expect(page.locator('#buy')).toContainText(productsPage.added(1))
  await expectNoAxeFindings(page)
})
