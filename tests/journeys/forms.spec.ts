import { forms } from '#content/forms.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { productsPage } from '#content/pages/products.ts'
import { expect, test } from '../support/browser-site.ts'
import { contact } from '../support/shopper.ts'
import { product } from '../support/catalogue.ts'

// Behavior of every form of a page to read, which the browser posts.

const foreignResponses = [
  { of: 'a proxy with a rate limit', status: 429, body: '<h1>429 Too Many Requests</h1>' },
  { of: 'a proxy whose server restarts', status: 502, body: '<center><h1>502 Bad Gateway</h1></center>' },
  { of: 'a captive portal', status: 200, body: '<h1>Welcome to our Wi-Fi</h1>' },
]

test('after a response that is not from the site, Back leads to the form as it was typed, ready to be sent', async ({
  page,
}) => {
  for (const { of, status, body } of foreignResponses)
    await test.step(of, async () => {
      await page.goto('/contact')
      await page.getByLabel('Message').fill('Written with care')
      await page.route('**/contact*', (route) => route.fulfill({ status, body, contentType: 'text/html' }))
      await page.getByRole('button', { name: contactPage.write.button }).click()
      await expect(page.getByRole('heading')).toHaveCount(1)
      await page.unrouteAll()
      await page.goBack()
      await expect(page.getByLabel('Message')).toHaveValue('Written with care')
      await expect(page.getByRole('button', { name: contactPage.write.button })).not.toHaveAttribute('aria-disabled')
    })
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the suggested domain does not wrap', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Name').fill(contact.name)
    await page.getByLabel('Message').fill('Hello')
    await page.getByLabel('Email').fill('maya@gmial.com')
    await page.getByRole('button', { name: contactPage.write.button }).click()
    const suggestion = page.getByRole('button', { name: forms.use('maya@gmail.com'), exact: true })
    await expect(suggestion).toBeVisible()
    // After the response has arrived.
    const readDomainLines = () =>
      suggestion.evaluate((button) => {
        // Before the response, the page shows the question from leaving the field.
        if (!button.firstElementChild) return []
        const domain = [...button.firstElementChild.childNodes].findLast((node) => node.textContent)
        const range = document.createRange()
        range.selectNodeContents(domain!)
        return [range.toString(), range.getClientRects().length]
      })
    await expect.poll(readDomainLines).toEqual(['gmail.com', 1])
  })
})

test('an order works in a browser that is too old for the script', { tag: '@long' }, async ({ page }) => {
  // Safari 15 has no AbortSignal.timeout, and before 15.4 no SubmitEvent.submitter.
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { timeout: undefined })
    Object.defineProperty(SubmitEvent.prototype, 'submitter', { get: () => undefined })
  })
  await page.goto('/products')
  await page.getByRole('button', { name: `${productsPage.add}: ${product.name}` }).click()
  await expect(page.locator(`#added-${product.id}`)).toContainText(productsPage.added(1))
  await page.goto('/cart')
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
  await expect(page.getByLabel(cartPage.quantityOf(product.name))).toHaveValue('2')
  await page.getByRole('button', { name: cartPage.button }).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
})
