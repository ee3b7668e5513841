import type { Page } from '@playwright/test'
import { formatCents } from '#app/domain/shared/money.ts'
import { clinic } from '#content/clinic.ts'
import { cartPage } from '#content/pages/cart.ts'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { expect, test, withAndWithoutScripts } from '../support/browser-site.ts'
import { pressTwice } from '#tests/support/browser-site.ts'
import { contact, otherProduct, product } from '../support/shopper.ts'

const addButton = (page: Page, { name } = product) => page.getByRole('button', { name: `${productsPage.add}: ${name}` })
const quantity = (page: Page, { name } = product) => page.getByLabel(cartPage.quantityOf(name))
const raise = (page: Page, { name } = product) => page.getByRole('button', { name: cartPage.raise(name) })
const lower = (page: Page, { name } = product) => page.getByRole('button', { name: cartPage.lower(name) })
const placeOrder = (page: Page) => page.getByRole('button', { name: cartPage.button })
const total = (page: Page) => page.locator('#cart-total')
const cartLink = (page: Page, lines: number) => page.getByRole('link', { name: header.cart(lines), exact: true })

async function fill(page: Page, ...wanted: (typeof product)[]) {
  await page.goto('/products')
  for (const one of wanted) {
    await addButton(page, one).click()
    await expect(page.locator(`#added-${one.id}`)).toContainText(productsPage.added(1))
  }
  await page.goto('/cart')
}

/** What is posted waits until the answer's function is called. */
async function holdPosts(page: Page) {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/cart', async (route) => {
    await held
    await route.continue()
  })
  return go
}

withAndWithoutScripts('a visitor puts two products into the cart, changes it and orders', async (page) => {
  await page.goto('/products')
  await addButton(page).click()
  await expect(page.locator(`#added-${product.id}`)).toBeInViewport()
  await expect(page.locator(`#added-${product.id}`)).toContainText(productsPage.added(1))
  await expect(cartLink(page, 1)).toBeVisible()
  await addButton(page, otherProduct).click()
  await expect(cartLink(page, 2)).toBeVisible()
  await page.locator(`#added-${otherProduct.id}`).getByRole('link').click()
  await expect(page).toHaveURL(/\/cart$/)

  await expect(lower(page)).toBeDisabled()
  await raise(page).click()
  await expect(quantity(page)).toHaveValue('2')
  await expect(total(page)).toHaveText(formatCents(2 * product.priceCents + otherProduct.priceCents))
  await lower(page).click()
  await expect(quantity(page)).toHaveValue('1')
  await page.getByRole('button', { name: cartPage.removeProduct(otherProduct.name) }).click()
  await expect(quantity(page, otherProduct)).toHaveCount(0)
  await expect(cartLink(page, 1)).toBeVisible()
  await expect(total(page)).toHaveText(formatCents(product.priceCents))

  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cartPage.empty.title)
})

withAndWithoutScripts(
  'blank name and address get the alert, the first of them the focus, and nothing is lost',
  async (page) => {
    await fill(page, product)
    await page.getByLabel('Phone').fill('(205) 555-0100')
    await page.getByLabel('Note').fill('Powder')
    await placeOrder(page).click()
    await expect(page.getByRole('alert')).toHaveText('Please enter your name and email before placing the order.')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter your name/)
    await expect(page.getByLabel('Phone')).toHaveValue('(205) 555-0100')
    await expect(page.getByLabel('Note')).toHaveValue('Powder')
    await expect(quantity(page)).toHaveValue('1')
  },
)

withAndWithoutScripts('what is typed into the order form stays while the lines change', async (page) => {
  await fill(page, product, otherProduct)
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Note').fill('Powder')
  await raise(page).click()
  await expect(quantity(page)).toHaveValue('2')
  await page.getByRole('button', { name: cartPage.removeProduct(otherProduct.name) }).click()
  await expect(quantity(page, otherProduct)).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue(contact.name)
  await expect(page.getByLabel('Note')).toHaveValue('Powder')
})

withAndWithoutScripts('Enter in a quantity takes the quantity, Enter in a field of the form orders', async (page) => {
  await fill(page, product)
  await quantity(page).fill('4')
  await quantity(page).press('Enter')
  await expect(total(page)).toHaveText(formatCents(4 * product.priceCents))
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL(/\/orders\/.+/)
})

withAndWithoutScripts('a quantity typed right before Place Order is shown first', async (page) => {
  await fill(page, product)
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await quantity(page).fill('3')
  await placeOrder(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(total(page)).toHaveText(formatCents(3 * product.priceCents))
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
})

withAndWithoutScripts('a quantity that is none is named and left as it was', async (page) => {
  await fill(page, product)
  for (const typed of ['0', '-2', '1.5', 'two', ''])
    await test.step(`"${typed}"`, async () => {
      await quantity(page).fill(typed)
      await quantity(page).press('Enter')
      await expect(page.getByText('Enter a whole number, 1 or more.')).toBeVisible()
      await expect(quantity(page)).toHaveValue('1')
      await expect(total(page)).toHaveText(formatCents(product.priceCents))
    })
})

withAndWithoutScripts('Place Order in a tab left over from before leads to the order already made', async (page) => {
  await fill(page, product)
  const left = await page.context().newPage()
  await left.goto('/cart')
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
  const order = new URL(page.url()).pathname
  await left.getByLabel('Name').fill(contact.name)
  await left.getByLabel('Email').fill(contact.email)
  await placeOrder(left).click()
  await expect.poll(() => new URL(left.url()).pathname).toBe(order)
})

withAndWithoutScripts('a cart that changed in another tab is shown before it is ordered', async (page) => {
  await fill(page, product)
  const other = await page.context().newPage()
  await other.goto('/cart')
  await raise(other).click()
  await expect(quantity(other)).toHaveValue('2')
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await placeOrder(page).click()
  await expect(page.getByRole('alert')).toContainText(cartPage.changedMeanwhile)
  await expect(total(page)).toHaveText(formatCents(2 * product.priceCents))
  await expect(page.getByLabel('Name')).toHaveValue(contact.name)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
})

test.describe('with scripts', () => {
  test('every one of many quick presses counts, on one product and on two', async ({ page }) => {
    await page.goto('/products')
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    for (let presses = 0; presses < 4; presses += 1) {
      await addButton(page).click()
      await addButton(page, otherProduct).click()
    }
    await expect(page.locator(`#added-${otherProduct.id}`)).toContainText(productsPage.added(4))
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    await page.goto('/cart')
    await expect(quantity(page)).toHaveValue('4')
    for (let presses = 0; presses < 5; presses += 1) await raise(page).click()
    for (let presses = 0; presses < 2; presses += 1) await lower(page, otherProduct).click()
    await expect(quantity(page)).toHaveValue('9')
    await expect(quantity(page, otherProduct)).toHaveValue('2')
    await expect(total(page)).toHaveText(formatCents(9 * product.priceCents + 2 * otherProduct.priceCents))
  })

  test('a press counts too while which the answer to the one before comes, by mouse and by keyboard', async ({
    page,
  }) => {
    await fill(page, product)
    for (const [wanted, down, up] of [
      ['3', () => page.mouse.down(), () => page.mouse.up()],
      ['5', () => page.keyboard.down('Space'), () => page.keyboard.up('Space')],
    ] as const) {
      const go = await holdPosts(page)
      await raise(page).click()
      await down()
      const answered = page.waitForResponse('**/cart')
      go()
      await (await answered).finished()
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await up()
      await expect(quantity(page)).toHaveValue(wanted)
      await page.unrouteAll()
    }
  })

  test('the button keeps the focus, and the new quantity and total are read out', async ({ page }) => {
    await fill(page, product)
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await raise(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText(
      `${cartPage.changed(product.name, 2)} ${cartPage.newTotal(formatCents(2 * product.priceCents))}`,
    )
    await expect(raise(page)).toBeFocused()
    await lower(page).focus()
    await page.keyboard.press('Enter')
    await expect(lower(page)).toBeDisabled()
    await expect(page.locator('.qty')).toBeFocused()
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  test('what is put into the cart is read out, and the button keeps the focus', async ({ page }) => {
    await page.goto('/products')
    await addButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText(productsPage.inCart(product.name, 1))
    await expect(addButton(page)).toBeFocused()
  })

  test('a quantity being typed outlives the answer to another press', async ({ page }) => {
    await fill(page, product, otherProduct)
    const go = await holdPosts(page)
    await raise(page).click()
    await quantity(page, otherProduct).fill('1')
    await quantity(page, otherProduct).press('End')
    await quantity(page, otherProduct).pressSequentially('2')
    go()
    await expect(quantity(page)).toHaveValue('2')
    await expect(quantity(page, otherProduct)).toBeFocused()
    await quantity(page, otherProduct).pressSequentially('3')
    await expect(quantity(page, otherProduct)).toHaveValue('123')
    await quantity(page, otherProduct).press('Tab')
    await expect(total(page)).toHaveText(formatCents(2 * product.priceCents + 123 * otherProduct.priceCents))
  })

  test('a quantity that is left while another press is under way is sent after it', async ({ page }) => {
    await fill(page, product, otherProduct)
    const go = await holdPosts(page)
    await raise(page).click()
    await quantity(page, otherProduct).fill('12')
    await quantity(page, otherProduct).press('Tab')
    go()
    await expect(total(page)).toHaveText(formatCents(2 * product.priceCents + 12 * otherProduct.priceCents))
    await expect(quantity(page, otherProduct)).toHaveValue('12')
  })

  test('Place Order right after a plus waits for it, and orders nothing unseen', async ({ page }) => {
    await fill(page, product)
    await page.getByLabel('Name').fill(contact.name)
    await page.getByLabel('Email').fill(contact.email)
    const go = await holdPosts(page)
    await raise(page).click()
    await placeOrder(page).click()
    go()
    await expect(page.getByRole('alert')).toContainText(cartPage.changedMeanwhile)
    await expect(total(page)).toHaveText(formatCents(2 * product.priceCents))
    await pressTwice(placeOrder(page))
    await expect(page).toHaveURL(/\/orders\/.+/)
  })

  test('a page kept by the browser counts the cart anew when it is come back to', async ({ page }) => {
    await fill(page, product)
    await page.goto('/about')
    const other = await page.context().newPage()
    await other.goto('/products')
    await addButton(other, otherProduct).click()
    await expect(cartLink(other, 2)).toBeVisible()
    await expect(cartLink(page, 1)).toBeVisible()
    // As when it comes from the back/forward cache, which a driven browser does not have.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(cartLink(page, 2)).toBeVisible()
  })

  test('emptying the cart shows the empty cart, with the focus on the page', async ({ page }) => {
    await fill(page, product)
    await page.getByRole('button', { name: cartPage.removeProduct(product.name) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(cartPage.empty.title)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(cartLink(page, 0)).toBeVisible()
  })

  test('offline says so beside the lines and at the card, and goes on later', async ({ page, context }) => {
    await fill(page, product)
    await context.setOffline(true)
    await raise(page).click()
    await expect(page.getByRole('alert')).toContainText(cartPage.offline(clinic))
    await expect(page.getByRole('alert')).toBeInViewport()
    await context.setOffline(false)
    await raise(page).click()
    await expect(quantity(page)).toHaveValue('2')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto('/products')
    await context.setOffline(true)
    await addButton(page).click()
    await expect(page.getByRole('alert')).toContainText(productsPage.offline(clinic))
    await context.setOffline(false)
  })
})

withAndWithoutScripts('a browser that keeps no cookies is told so, and goes nowhere else', async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }))
  await page.route('**/cart', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    await page.context().clearCookies()
    await route.fulfill({ response, headers: { Location: response.headers().location ?? '' } })
  })
  await page.goto('/products')
  await addButton(page).click()
  await expect(page.getByRole('alert')).toContainText(cartPage.noCookies.error)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cartPage.empty.title)
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('even a huge quantity fits', async ({ page }) => {
    await fill(page, product, otherProduct)
    await quantity(page).fill(String(Math.floor(Number.MAX_SAFE_INTEGER / product.priceCents) - 1_000))
    await quantity(page).press('Enter')
    await expect(total(page)).toContainText('$90,071,992,5')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const [digits, sum] = [await quantity(page).boundingBox(), await page.locator('.tot').first().boundingBox()]
    expect(sum?.y).toBeGreaterThanOrEqual((digits?.y ?? 0) + (digits?.height ?? 0))
    for (const button of [raise(page), lower(page)]) {
      const box = await button.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a button takes typed quantities', async ({ page }) => {
    await fill(page, product, otherProduct)
    await quantity(page).fill('5')
    await quantity(page, otherProduct).fill('6')
    await page.getByRole('button', { name: cartPage.update }).click()
    await expect(total(page)).toHaveText(formatCents(5 * product.priceCents + 6 * otherProduct.priceCents))
  })
})

withAndWithoutScripts('a keyboard alone is enough to order', async (page) => {
  await page.goto('/products')
  await addButton(page).focus()
  await page.keyboard.press('Enter')
  const toCart = page.locator(`#added-${product.id}`).getByRole('link')
  await expect(toCart).toBeVisible()
  await toCart.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  // A page that is still being loaded may take the focus to what its address names.
  await page.waitForLoadState()
  await raise(page).focus()
  await page.keyboard.press('Space')
  await expect(quantity(page)).toHaveValue('2')
  await page.waitForLoadState()
  await page.getByLabel('Name').focus()
  await page.keyboard.type(contact.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(contact.email)
  for (const next of ['Phone', 'Note']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(next)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(placeOrder(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/.+/)
})
