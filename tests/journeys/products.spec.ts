import { withScripts, usualWidths } from '#tests/support/browser-site.ts'
import type { Page } from '@playwright/test'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { expect, test } from '../support/browser-site.ts'
import { otherProduct, product } from '../support/catalogue.ts'

const card = (page: Page, { id }: { id: string }) => page.locator(`[id="${id}"]`)
const add = (page: Page, { name }: { name: string }) =>
  page.getByRole('button', { name: `${productsPage.add}: ${name}` }).click()

for (const width of usualWidths)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'no-preference' } })

    withScripts(
      'Add to Cart is answered in the card of the product, which has the focus, and in the header',
      async (page) => {
        await page.goto('/products')
        for (const [index, one] of [otherProduct, product].entries()) {
          await add(page, one)
          await expect(card(page, one)).toBeFocused()
          const answer = card(page, one).getByText(productsPage.added(1))
          await expect(answer).toBeInViewport({ ratio: 1 })
          await expect(page.getByText(productsPage.added(1))).toHaveCount(1)
          await expect(page.getByRole('banner').getByRole('link', { name: header.cart(index + 1) })).toBeVisible()
        }
        await add(page, product)
        await expect(card(page, product)).toContainText(productsPage.added(2))
        await expect(page.getByRole('banner').getByRole('link', { name: header.cart(2) })).toBeVisible()
        await page.reload()
        await expect(page.getByText(productsPage.toCart.text)).toHaveCount(0)
      },
    )
  })

test('a double click adds a product once, and axe finds no issue in the answer', { tag: '@long' }, async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).dblclick()
  await expect(card(page, product)).toContainText(productsPage.added(1))
  await expectNoAxeFindings(page)
})
