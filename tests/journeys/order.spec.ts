import PostalMime from 'postal-mime'
import type { Page } from '@playwright/test'
import { formatCents } from '#app/domain/shared/money.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { cartPage } from '#content/pages/cart.ts'
import { productsPage } from '#content/pages/products.ts'
import { medWatch } from '#content/products.ts'
import { expect, pressTwice, scriptWays, test, withScripts } from '#tests/support/browser-site.ts'
import { look } from '#tests/support/databases.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import type { Site } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'
import { textsOf } from '#tests/support/pages.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'

const clinic = contentFacts(Date.now())

const success = 'Your order has been placed successfully!'
const texts = textsOf('order')
const toHeading = (number = '') => fillInAlso(texts.title, { number })
const placeOrder = (page: Page) => page.getByRole('button', { name: cartPage.button })
const stored = (site: Site) => ({ ...site, settings: {} })

/** The tests share one site, so each visitor has their own email address. */
let visitors = 0
const newVisitor = () => `visitor-${(visitors += 1)}-${Date.now()}@example.com`

async function fillCart(page: Page) {
  await page.goto('/products')
  for (const { id, name } of [product, otherProduct]) {
    await page.getByRole('button', { name: `${productsPage.add}: ${name}` }).click()
    await expect(page.locator(`#added-${id}`)).toContainText(productsPage.added(1))
  }
  await page.goto('/cart')
}

async function fillForm(page: Page, email: string) {
  await page.getByLabel('Name').fill('Maya Thomas')
  await page.getByLabel('Email').fill(email)
}

const listOrders = (site: Site, email: string) =>
  look(stored(site), (db) => db.selectFrom('orders').selectAll().where('email', '=', email).execute())

/** Both emails of an order, from the outbox. */
async function readEmails(site: Site, orderId: string) {
  const emails = await until(async () => {
    const saved = await look(stored(site), (db) =>
      db.selectFrom('emails').selectAll().where('ids', 'like', `%${orderId}%`).where('state', '=', 'kept').execute(),
    )
    return saved.length === 2 ? saved : undefined
  })
  const mail = (kind: string) => PostalMime.parse(emails.find((email) => email.kind === kind)?.raw ?? '')
  return { notice: await mail('order-notice'), confirmation: await mail('order-confirmation') }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled })

      test('a visitor orders two products, sees the order, and clinic and customer get an email', async ({
        page,
        site,
      }) => {
        const email = newVisitor()
        await fillCart(page)
        await fillForm(page, email)
        await page.getByLabel('Phone').fill('(205) 555-0100')
        await page.getByLabel('Note').fill('Tablets, please.\nI can come on Thursday.')
        await placeOrder(page).click()

        await expect(page.getByRole('status')).toHaveText(success)
        await expect(page.getByRole('status')).toBeInViewport()
        const [order] = await listOrders(site, email)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(toHeading(order?.number))
        const total = formatCents(product.priceCents + otherProduct.priceCents)
        const row = (name: string) => page.getByRole('row').filter({ hasText: name })
        await expect(row(product.name)).toContainText(formatCents(product.priceCents))
        await expect(row(otherProduct.name)).toContainText(formatCents(otherProduct.priceCents))
        await expect(page.getByRole('row').last()).toContainText(total)
        const main = page.getByRole('main')
        for (const said of [
          texts.payment.how,
          texts.payment.tax,
          medWatch.text,
          clinic.phone.display,
          'Maya Thomas',
          '(205) 555-0100',
        ])
          await expect(main).toContainText(said)
        // This site sends no email, so the page is the customer's confirmation.
        await expect(main).toContainText(texts.confirmation.keep)
        await expect(main.getByRole('link', { name: '/orders/' })).toHaveAttribute(
          'href',
          page.url().replace(/#.*/, ''),
        )
        // After the fonts have loaded.
        await page.evaluate(async () => void (await document.fonts.ready))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

        const { notice, confirmation } = await readEmails(site, order?.id ?? '')
        expect(notice.replyTo).toEqual([{ name: 'Maya Thomas', address: email }])
        for (const said of ['Maya Thomas', email, `1 × ${product.name}`, `1 × ${otherProduct.name}`, total])
          expect(notice.text).toContain(said)
        expect(confirmation.to).toMatchObject([{ address: email }])
        const link = /https?:\/\/\S+\/orders\/\S+/.exec(confirmation.text ?? '')?.[0] ?? ''
        await page.goto(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(toHeading(order?.number))
        await expect(page.getByText(success)).toHaveCount(0)
      })
    })
})

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a double click, the back button and another press create only one order', async ({ page, site }) => {
      const email = newVisitor()
      await fillCart(page)
      await fillForm(page, email)
      await pressTwice(placeOrder(page))
      await expect(page.getByRole('status')).toHaveText(success)
      const address = page.url()
      await page.goBack()
      await expect(page).toHaveURL(/\/cart$/)
      // The browser shows the page as it was, or loads the empty cart.
      await expect(placeOrder(page).or(page.getByRole('heading', { name: textsOf('cart').empty.title }))).toBeVisible()
      if (await placeOrder(page).isVisible()) {
        await fillForm(page, email)
        await placeOrder(page).click()
        await expect(page).toHaveURL(address)
      }
      expect(await listOrders(site, email)).toHaveLength(1)
    })
  })

test('ordering the same products again creates a second order', { tag: '@long' }, async ({ page, site }) => {
  const email = newVisitor()
  for (let orders = 1; orders <= 2; orders += 1) {
    await fillCart(page)
    await fillForm(page, email)
    await placeOrder(page).click()
    await expect(page.getByRole('status')).toHaveText(success)
    expect(await listOrders(site, email)).toHaveLength(orders)
  }
})

withScripts('a changed cart whose order was already placed shows that order first', { tag: '@long' }, async (page) => {
  const email = newVisitor()
  await fillCart(page)
  const unnoticed = await page.context().cookies()
  await fillForm(page, email)
  await placeOrder(page).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Order /)
  const number = (await heading.textContent())?.replace('Order ', '') ?? ''

  // As if the response had been lost: the browser still has its cart.
  await page.context().addCookies(unnoticed)
  await page.goto('/cart')
  await page.getByRole('button', { name: cartPage.raise(product.name) }).click()
  await expect(page.getByLabel(cartPage.quantityOf(product.name))).toHaveValue('2')
  await fillForm(page, email)
  await placeOrder(page).click()
  await expect(page.getByRole('alert')).toContainText(cartPage.orderedAlready.text(number))
  await expect(page.getByLabel('Name')).toHaveValue('Maya Thomas')
  await expect(page.getByRole('link', { name: cartPage.orderedAlready.link(number) })).toBeVisible()
  await placeOrder(page).click()
  await expect(page.getByRole('status')).toHaveText(success)
  await expect(heading).not.toHaveText(toHeading(number))
})

test('an order of two products prints on at most two pages', { tag: '@long' }, async ({ page }) => {
  await fillCart(page)
  await fillForm(page, newVisitor())
  await placeOrder(page).click()
  await expect(page.getByRole('status')).toHaveText(success)
  const pdf = await page.pdf({ format: 'Letter', margin: { top: '15mm', right: '15mm', bottom: '15mm', left: '15mm' } })
  const sheets = /\/Type \/Pages[^>]*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]
  expect(Number(sheets)).toBeLessThanOrEqual(2)
})
