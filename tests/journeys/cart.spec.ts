import type { Page } from '@playwright/test'
import { formatCents } from '#app/domain/shared/money.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { cartPage } from '#content/pages/cart.ts'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { expectHydrated, expect, test, withScripts } from '#tests/support/browser-site.ts'
import { expectNoAxeFindings } from '#tests/support/axe.ts'
import { contact } from '#tests/support/shopper.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { textsOf } from '#tests/support/pages.ts'

const clinic = contentFacts(Date.now())

const addButton = (page: Page, { name } = product) => page.getByRole('button', { name: `${productsPage.add}: ${name}` })
const quantity = (page: Page, { name } = product) => page.getByLabel(cartPage.quantityOf(name))
const raise = (page: Page, { name } = product) => page.getByRole('button', { name: cartPage.raise(name) })
const lower = (page: Page, { name } = product) => page.getByRole('button', { name: cartPage.lower(name) })
const placeOrder = (page: Page) => page.getByRole('button', { name: cartPage.button })
const total = (page: Page) => page.locator('#cart-total')
const cartLink = (page: Page, lines: number) => page.getByRole('link', { name: header.cart(lines), exact: true })

async function fillCart(page: Page, ...added: (typeof product)[]) {
  await page.goto('/products')
  for (const one of added) {
    await addButton(page, one).click()
    await expect(page.locator(`#added-${one.id}`)).toContainText(productsPage.added(1))
  }
  await page.goto('/cart')
}

/** Holds posts until the returned function is called. */
async function holdPosts(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/cart.data', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  return release
}

const answerToPost = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/cart.data') && response.request().method() === 'POST')

withScripts('the only line comes back with Undo after it was removed', { tag: '@long' }, async (page) => {
  await fillCart(page, product)
  await page.getByRole('button', { name: cartPage.removeProduct(product.name) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('cart').empty.title)
  await page.getByRole('button', { name: cartPage.undoRemove(product.name) }).click()
  await expect(quantity(page)).toHaveValue('1')
  await expect(cartLink(page, 1)).toBeVisible()
  await page.reload()
  await expect(quantity(page)).toHaveValue('1')
})

withScripts('a visitor puts two products into the cart, changes the quantities and orders', async (page) => {
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('cart').empty.title)
})

withScripts(
  'blank name and email show an alert, the name gets the focus, and no input is lost',
  { tag: '@long' },
  async (page) => {
    await fillCart(page, product)
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

withScripts('the order form preserves its input while the lines change', { tag: '@long' }, async (page) => {
  await fillCart(page, product, otherProduct)
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Note').fill('Powder')
  await raise(page).click()
  await expect(quantity(page)).toHaveValue('2')
  await page.getByRole('button', { name: cartPage.removeProduct(otherProduct.name) }).click()
  await expect(quantity(page, otherProduct)).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue(contact.name)
  await expect(page.getByLabel('Note')).toHaveValue('Powder')
})

withScripts(
  'Enter in a quantity field updates the quantity, and Enter in the order form places the order',
  { tag: '@long' },
  async (page) => {
    await fillCart(page, product)
    await quantity(page).fill('4')
    await quantity(page).press('Enter')
    await expect(total(page)).toHaveText(formatCents(4 * product.priceCents))
    // An order during its post would be shown for review first.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Name').fill(contact.name)
    await page.getByLabel('Email').fill(contact.email)
    await page.getByLabel('Email').press('Enter')
    await expect(page).toHaveURL(/\/orders\/.+/)
  },
)

withScripts('a quantity typed right before Place Order updates the total before ordering', async (page) => {
  await fillCart(page, product)
  await page.getByLabel('Name').fill(contact.name)
  await page.getByLabel('Email').fill(contact.email)
  await quantity(page).fill('3')
  await placeOrder(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(total(page)).toHaveText(formatCents(3 * product.priceCents))
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/orders\/.+/)
})

withScripts('an invalid quantity shows an error, and the previous quantity stays', { tag: '@long' }, async (page) => {
  await fillCart(page, product)
  for (const typed of ['0', '-2', '1.5', 'two', ''])
    await test.step(`"${typed}"`, async () => {
      await quantity(page).fill(typed)
      await quantity(page).press('Enter')
      await expect(page.getByText('Enter a whole number, 1 or more.')).toBeVisible()
      await expect(quantity(page)).toHaveValue('1')
      await expect(total(page)).toHaveText(formatCents(product.priceCents))
    })
})

withScripts('Place Order in an old tab leads to the order that was already placed', { tag: '@long' }, async (page) => {
  await fillCart(page, product)
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

withScripts(
  'a cart that changed in another tab is shown for review before it is ordered',
  { tag: '@long' },
  async (page) => {
    await fillCart(page, product)
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
  },
)

test.describe('with scripts', () => {
  test('every one of many quick presses counts, for one product and for two', async ({ page }) => {
    await page.goto('/products')
    for (let presses = 0; presses < 4; presses += 1) {
      await addButton(page).click()
      await addButton(page, otherProduct).click()
    }
    await expect(page.locator(`#added-${otherProduct.id}`)).toContainText(productsPage.added(4))
    await page.goto('/cart')
    await expect(quantity(page)).toHaveValue('4')
    for (let presses = 0; presses < 5; presses += 1) await raise(page).click()
    for (let presses = 0; presses < 2; presses += 1) await lower(page, otherProduct).click()
    await expect(quantity(page)).toHaveValue('9')
    await expect(quantity(page, otherProduct)).toHaveValue('2')
    await expect(total(page)).toHaveText(formatCents(9 * product.priceCents + 2 * otherProduct.priceCents))
  })

  test(
    'a press counts even if the response to the previous one arrives while it is held, with mouse and keyboard',
    { tag: '@long' },
    async ({ page }) => {
      await fillCart(page, product)
      await expectHydrated(page)
      for (const [expected, down, up] of [
        ['3', () => page.mouse.down(), () => page.mouse.up()],
        ['5', () => page.keyboard.down('Space'), () => page.keyboard.up('Space')],
      ] as const) {
        const release = await holdPosts(page)
        await raise(page).click()
        await down()
        const answered = answerToPost(page)
        release()
        await answered
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        // The value shows before the post of the second press has passed.
        const answeredAgain = answerToPost(page)
        await up()
        await expect(quantity(page)).toHaveValue(expected)
        await answeredAgain
      }
    },
  )

  test(
    'the button keeps the focus, and screen readers announce the new quantity and total',
    { tag: '@long' },
    async ({ page }) => {
      await fillCart(page, product)
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
    },
  )

  test('screen readers announce an added product', { tag: '@long' }, async ({ page }) => {
    await page.goto('/products')
    await addButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText(productsPage.inCart(product.name, 1))
  })

  test('a quantity being typed survives the response to another press', async ({ page }) => {
    await fillCart(page, product, otherProduct)
    const release = await holdPosts(page)
    await raise(page).click()
    await quantity(page, otherProduct).fill('1')
    await quantity(page, otherProduct).press('End')
    await quantity(page, otherProduct).pressSequentially('2')
    release()
    await expect(quantity(page)).toHaveValue('2')
    await expect(quantity(page, otherProduct)).toBeFocused()
    await quantity(page, otherProduct).pressSequentially('3')
    await expect(quantity(page, otherProduct)).toHaveValue('123')
    await quantity(page, otherProduct).press('Tab')
    await expect(total(page)).toHaveText(formatCents(2 * product.priceCents + 123 * otherProduct.priceCents))
  })

  test('a quantity changed during another request is sent after it', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product, otherProduct)
    const release = await holdPosts(page)
    await raise(page).click()
    await quantity(page, otherProduct).fill('12')
    await quantity(page, otherProduct).press('Tab')
    release()
    await expect(total(page)).toHaveText(formatCents(2 * product.priceCents + 12 * otherProduct.priceCents))
    await expect(quantity(page, otherProduct)).toHaveValue('12')
  })

  test('Place Order right after a plus waits for it, and orders the total that was shown', async ({ page }) => {
    await fillCart(page, product)
    await page.getByLabel('Name').fill(contact.name)
    await page.getByLabel('Email').fill(contact.email)
    const release = await holdPosts(page)
    await raise(page).click()
    await placeOrder(page).click()
    await expect(page.getByRole('button', { name: cartPage.pending })).toBeVisible()
    release()
    await expect(page).toHaveURL(/\/orders\/.+/)
    await expect(page.getByRole('row').last()).toContainText(formatCents(2 * product.priceCents))
  })

  test('every change shows before its answer, and a lost one is taken back', async ({ page, context }) => {
    await fillCart(page, product, otherProduct)
    const release = await holdPosts(page)
    await raise(page).click()
    await raise(page).click()
    await expect(quantity(page)).toHaveValue('3')
    await expect(total(page)).toHaveText(formatCents(3 * product.priceCents + otherProduct.priceCents))
    await quantity(page, otherProduct).fill('5')
    await quantity(page, otherProduct).press('Enter')
    await expect(total(page)).toHaveText(formatCents(3 * product.priceCents + 5 * otherProduct.priceCents))
    // Posts are sent one after another; a page that is loaded again before the last one loses it.
    const last = page.waitForResponse((response) => response.request().postData()?.endsWith('=5') ?? false)
    release()
    await last
    await page.reload()
    await expect(quantity(page)).toHaveValue('3')
    await expect(quantity(page, otherProduct)).toHaveValue('5')

    await context.setOffline(true)
    await raise(page).click()
    await expect(page.getByRole('alert')).toContainText(cartPage.offline(clinic))
    await expect(quantity(page)).toHaveValue('3')
    await context.setOffline(false)
  })

  test(
    'a removed line comes back at its place with Undo, also the last one, and the order form keeps its input',
    { tag: '@long' },
    async ({ page }) => {
      await fillCart(page, product, otherProduct)
      await raise(page).click()
      await page.getByLabel('Name').fill(contact.name)
      const undo = page.getByRole('button', { name: cartPage.undoRemove(product.name) })
      const remove = (one = product) => page.getByRole('button', { name: cartPage.removeProduct(one.name) })
      await remove().click()
      await expect(undo).toBeFocused()
      await expect(page.getByRole('status')).toContainText(cartPage.removed(product.name))
      await expectNoAxeFindings(page)
      await undo.click()
      await expect(quantity(page)).toHaveValue('2')
      await expect(remove()).toBeFocused()
      await expect(page.locator('.ln h2').first()).toHaveText(product.name)

      await remove(otherProduct).click()
      await remove().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('cart').empty.title)
      await expect(cartLink(page, 0)).toBeVisible()
      await expectNoAxeFindings(page)
      await undo.click()
      await expect(cartLink(page, 1)).toBeVisible()
      await expect(page.getByLabel('Name')).toHaveValue(contact.name)
      await page.reload()
      await expect(quantity(page)).toHaveValue('2')
    },
  )

  test('the error beside an invalid quantity stays while another line changes', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product, otherProduct)
    await quantity(page).fill('two')
    await quantity(page).press('Enter')
    const answered = page.waitForResponse('**/cart.data')
    await raise(page, otherProduct).click()
    await answered
    await page.waitForLoadState('networkidle')
    await expect(quantity(page, otherProduct)).toHaveValue('2')
    await expect(page.getByText(cartPage.notAQuantity('two'))).toBeVisible()
    await raise(page).click()
    await expect(page.getByText(cartPage.notAQuantity('two'))).toHaveCount(0)
  })

  test('Place Order right after an invalid quantity orders nothing', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product)
    await page.getByLabel('Name').fill(contact.name)
    await page.getByLabel('Email').fill(contact.email)
    await quantity(page).fill('two')
    const answered = page.waitForResponse('**/cart.data')
    await placeOrder(page).click()
    expect((await answered).status()).toBe(400)
    await expect(page.getByText(cartPage.notAQuantity('two'))).toBeVisible()
    await placeOrder(page).click()
    await expect(page).toHaveURL(/\/orders\/.+/)
  })

  test('a page from the back/forward cache updates its cart count', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product)
    await page.goto('/about')
    const other = await page.context().newPage()
    await other.goto('/products')
    await addButton(other, otherProduct).click()
    await expect(cartLink(other, 2)).toBeVisible()
    await expect(cartLink(page, 1)).toBeVisible()
    // Playwright has no back/forward cache, so the event is dispatched here.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(cartLink(page, 2)).toBeVisible()
  })

  test(
    'removing the last product shows the empty cart, with the focus on the page',
    { tag: '@long' },
    async ({ page }) => {
      await fillCart(page, product)
      await page.getByRole('button', { name: cartPage.removeProduct(product.name) }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('cart').empty.title)
      await expect(page.getByRole('main')).toBeFocused()
      await expect(cartLink(page, 0)).toBeVisible()
    },
  )

  test(
    'cart and product card report a missing connection, and the cart works again later',
    { tag: '@long' },
    async ({ page, context }) => {
      await fillCart(page, product)
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
    },
  )
})

withScripts('a browser that blocks cookies gets an error on the cart page', { tag: '@long' }, async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }))
  await page.route('**/cart', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    await page.context().clearCookies()
    await route.fulfill({ response, headers: { Location: response.headers().location ?? '' } })
  })
  await page.goto('/products')
  await addButton(page).click()
  await expect(page.getByRole('alert')).toContainText(cartPage.noCookies.error)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('cart').empty.title)
})

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the cart fits even with a huge quantity', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product, otherProduct)
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

  test('the update button applies typed quantities', { tag: '@long' }, async ({ page }) => {
    await fillCart(page, product, otherProduct)
    await quantity(page).fill('5')
    await quantity(page, otherProduct).fill('6')
    await page.getByRole('button', { name: cartPage.update }).click()
    await expect(total(page)).toHaveText(formatCents(5 * product.priceCents + 6 * otherProduct.priceCents))
  })
})

withScripts('a visitor can order with the keyboard alone', async (page) => {
  await page.goto('/products')
  await addButton(page).focus()
  await page.keyboard.press('Enter')
  const toCart = page.locator(`#added-${product.id}`).getByRole('link')
  await expect(toCart).toBeVisible()
  await toCart.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart$/)
  // A page that is still loading may move the focus to the target of its URL.
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
