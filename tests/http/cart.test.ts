import { products, otherProduct, product } from '#tests/support/catalogue.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cart } from '#app/domain/cart/cart.ts'
import { serializeCart } from '#app/domain/cart/cart-cookie.server.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { cartPage } from '#content/pages/cart.ts'
import { forms } from '#content/forms.ts'
import { orderPage } from '#content/pages/order.ts'
import { productsPage } from '#content/pages/products.ts'
import { header } from '#content/site.ts'
import { flashCookie } from '#tests/support/flash.ts'
import { contact, readCartFields, shopper } from '#tests/support/shopper.ts'
import { startSiteForTest } from '#tests/support/databases.ts'
import { startSite } from '#tests/support/site.ts'
import { textsOf } from '#tests/support/pages.ts'

// In their elements: the page's script has all texts.
const texts = textsOf('cart')
const emptyCart = `<h1>${texts.empty.title}</h1>`
const many = `>${texts.many}<`

let site: Awaited<ReturnType<typeof startSite>>
beforeAll(async () => {
  site = await startSite({ WORKER: 'off', ABUSE_LIMITS: 'off' })
})
afterAll(() => site?.stop())

/** A signed cart with these lines. */
const signed = (lines: Cart['lines']) =>
  serializeCart(
    { signer: createSigner(readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()) },
    { id: 'c1', lines },
  )

describe('Add to Cart', () => {
  test('adds the product, confirms it once on the card, and shows the count in the HTML of every page', async () => {
    const maya = shopper(site)
    const posted = await maya.add(product.id)
    // The first request checks whether the browser stores the cart cookie.
    expect([posted.status, posted.headers.get('Location')]).toEqual([303, `/cart?added=${product.id}`])
    const seen = await maya.get(`/cart?added=${product.id}`)
    expect([seen.status, seen.headers.get('Location')]).toEqual([302, `/products#${product.id}`])
    const after = await (await maya.get('/products')).text()
    expect(after).toContain(productsPage.added(1))
    expect(after).toContain(productsPage.inCart(product.name, 1))
    expect(after).toContain(`aria-label="${header.cart(1)}"`)
    expect(await (await maya.get('/products')).text()).not.toContain(productsPage.added(1))
    expect(await (await maya.get('/about')).text()).toContain(`aria-label="${header.cart(1)}"`)
  })

  test('again increases the quantity', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const again = await maya.add(product.id)
    expect([again.status, again.headers.get('Location')]).toEqual([303, `/products#${product.id}`])
    expect(await (await maya.get('/products')).text()).toContain(productsPage.added(2))
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '2' })
  })

  test('reports blocked cookies every time', async () => {
    for (let times = 0; times < 2; times += 1) {
      const maya = shopper(site)
      const { headers } = await maya.add(product.id)
      maya.cookies.clear()
      const answer = await maya.get(headers.get('Location') ?? '')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(await answer.text()).toMatch(new RegExp(`role="alert"[^]*${cartPage.noCookies.error}`))
    }
    expect(await (await shopper(site).get('/cart')).text()).not.toContain(cartPage.noCookies.error)
    const made = await shopper(site).get('/cart?added=%2F%2Fevil.example')
    expect(made.status).toBe(200)
  })

  test.each(['nothing', '', '../etc', '__proto__', 'x\r\nSet-Cookie: a=b', 'x'.repeat(5_000)])(
    'with an unknown product changes nothing: %j',
    async (id) => {
      const maya = shopper(site)
      const posted = await maya.add(id)
      expect([posted.status, posted.headers.get('Location')]).toEqual([303, '/products'])
      expect(posted.headers.getSetCookie()).toEqual([])
    },
  )

  test('does not affect the cached page of other visitors', async () => {
    await shopper(site).add(product.id)
    const page = await shopper(site).get('/products')
    expect(page.headers.get('Cache-Control')).toContain('public')
    expect(await page.text()).not.toContain(productsPage.added(1))
  })

  test('a flash message about a product that is not in the cart is ignored', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    maya.cookies.set('flash', flashCookie(site, { on: '/products', about: '<script>' }))
    expect(await (await maya.get('/products')).text()).not.toContain(productsPage.added(1))
  })
})

describe('a product in several forms', () => {
  const inForms = products.find((one) => isAvailable(one) && one.forms)
  const [form, otherForm] = inForms?.forms ?? []
  // Depends on the clinic's catalog; ours has one.
  const testForms = test.skipIf(!inForms)
  const id = inForms?.id ?? ''

  testForms('is one line for each form that was chosen on its card', async () => {
    const maya = shopper(site)
    const card = await (await maya.get('/products')).text()
    expect(card).toContain(`<option value="${form?.id}"`)
    for (const chosen of [form, form, otherForm])
      await maya.post('/cart', { intent: `add:${id}`, form: chosen?.id ?? '' })
    expect(await (await maya.get('/products')).text()).toContain(`${otherForm?.label.toLowerCase()})`)
    const { html, lines } = await maya.cartPageNow()
    expect(lines).toEqual({ [`${id}.${form?.id}`]: '2', [`${id}.${otherForm?.id}`]: '1' })
    expect(html).toContain(formatCents(3 * (inForms?.priceCents ?? 0)))
    await maya.press(`remove:${id}.${form?.id}`)
    expect((await maya.cartPageNow()).lines).toEqual({ [`${id}.${otherForm?.id}`]: '1' })
  })

  testForms('is ordered with its form, which clinic and buyer read', async () => {
    const maya = shopper(site)
    await maya.post('/cart', { intent: `add:${id}`, form: form?.id ?? '' })
    const { headers } = await maya.press('order', contact)
    const page = await (await maya.get(headers.get('Location') ?? '')).text()
    expect(page).toContain(`(${form?.label.toLowerCase()})`)
  })

  testForms.each(['nonsense', '__proto__', 'x.y', '../powder'])('has no form %j', async (wrong) => {
    const maya = shopper(site)
    const posted = await maya.post('/cart', { intent: `add:${id}`, form: wrong })
    expect([posted.status, posted.headers.get('Location')]).toEqual([303, '/products'])
    expect(maya.cookies.has('cart')).toBe(false)
  })
})

describe('the cart', () => {
  test('shows names, prices and totals of the catalog with two decimals', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    await maya.add(product.id)
    await maya.add(otherProduct.id)
    const { html } = await maya.cartPageNow()
    for (const cents of [product.priceCents, 2 * product.priceCents, 2 * product.priceCents + otherProduct.priceCents])
      expect(html).toContain(formatCents(cents))
    for (const text of ['Pay at pick-up or by invoice', 'Sales tax is added at pick-up.']) expect(html).toContain(text)
  })

  test('is never cached', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    expect((await maya.get('/cart')).headers.get('Cache-Control')).toBe('private, no-cache')
    const empty = await shopper(site).get('/cart')
    expect(empty.headers.get('Cache-Control')).toBe('private, no-cache')
    const html = await empty.text()
    expect(html).toContain(emptyCart)
    expect(html).not.toContain('name="opened"')
  })

  test('can be increased, decreased down to 1, and emptied', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const quantity = async () => (await maya.cartPageNow()).lines[product.id]
    const raised = await maya.press(`increase:${product.id}`)
    expect([raised.status, raised.headers.get('Location')]).toEqual([303, '/cart'])
    expect(await quantity()).toBe('2')
    await maya.press(`decrease:${product.id}`)
    expect(await quantity()).toBe('1')
    await maya.press(`decrease:${product.id}`)
    expect(await quantity()).toBe('1')
    await maya.press(`remove:${product.id}`)
    expect(maya.cookies.has('cart')).toBe(false)
    expect((await maya.cartPageNow()).html).toContain(emptyCart)
  })

  test('offers without scripts to take the removal of a line back, once, and puts it back at its place', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    await maya.add(otherProduct.id)
    await maya.press(`increase:${product.id}`)
    const undo = `restore:${product.id}:2:0`
    await maya.press(`remove:${product.id}`)
    expect((await maya.cartPageNow()).html).toContain(`value="${undo}"`)
    expect((await maya.cartPageNow()).html).not.toContain(undo)
    await maya.press(undo)
    expect(Object.entries((await maya.cartPageNow()).lines)).toEqual([
      [product.id, '2'],
      [otherProduct.id, '1'],
    ])
    const typed = await maya.press(`remove:${product.id}`, { name: 'Maya' })
    expect([typed.status, await typed.text()]).toEqual([200, expect.stringContaining(`value="${undo}"`)])
  })

  test('can be taken back without scripts when its only line was removed', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    await maya.press(`remove:${product.id}`)
    const { html, fields } = await maya.cartPageNow()
    expect(html).toContain(emptyCart)
    expect(html).toContain(`value="restore:${product.id}:1:0"`)
    await maya.post('/cart', { ...fields, intent: `restore:${product.id}:1:0` })
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '1' })
  })

  test.each(['', 'nothing*1*0', `${product.id}*1e400*0`, `${product.id}*-1*x`, '__proto__*1*0', '**'])(
    'offers nothing for a removed line that no post of this page removed: %j',
    async (about) => {
      const maya = shopper(site)
      maya.cookies.set('flash', flashCookie(site, { on: '/cart', about }))
      const answer = await maya.get('/cart')
      expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining('restore:')])
    },
  )

  test('gets a new id after it was emptied', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    await maya.press(`remove:${product.id}`)
    await maya.add(product.id)
    expect((await maya.cartPageNow()).fields.cart).not.toBe(fields.cart)
  })

  test('applies typed quantities with any button', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const field = `quantity-${product.id}`
    await maya.press('update', { [field]: ' 7 ' })
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '7' })
    await maya.press(`increase:${product.id}`, { [field]: '20' })
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '21' })
  })

  test.each(['0', '-1', '1.5', '1e3', '0x10', '٣', 'two', ''])(
    'rejects the invalid quantity %j and preserves the previous one',
    async (typed) => {
      const maya = shopper(site)
      await maya.add(product.id)
      const field = `quantity-${product.id}`
      for (const intent of ['update', 'order']) {
        const answer = await maya.press(intent, { ...contact, [field]: typed })
        expect(answer.status).toBe(400)
        const html = await answer.text()
        expect(html).toContain('Enter a whole number, 1 or more.')
        expect(html).toMatch(new RegExp(`<input[^>]*id="${field}"[^>]*aria-invalid="true"`))
        expect(readCartFields(html)).toMatchObject({ ...contact, [field]: '1' })
      }
      expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '1' })
    },
  )

  test.each(['9007199254740991', '9007199254740993', '99999999999999999999', '9'.repeat(500)])(
    'asks the customer to call about the quantity %j, which is too large to add up, and preserves the previous one',
    async (typed) => {
      const maya = shopper(site)
      await maya.add(product.id)
      const field = `quantity-${product.id}`
      for (const intent of ['update', 'order']) {
        const answer = await maya.press(intent, { ...contact, [field]: typed })
        expect(answer.status).toBe(400)
        const html = (await answer.text()).replaceAll('&#x27;', "'")
        expect(html).toContain(many)
        expect(html).not.toContain('Enter a whole number')
        expect(readCartFields(html)).toMatchObject({ ...contact, [field]: '1' })
      }
      expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '1' })
    },
  )

  test('asks the customer to call first for more than 20, but accepts them', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const field = `quantity-${product.id}`
    await maya.press('update', { [field]: '20' })
    expect((await maya.cartPageNow()).html).not.toContain(many)
    await maya.press('update', { [field]: '21' })
    const { html, lines } = await maya.cartPageNow()
    expect(html).toContain('For more than 20, please call')
    expect(lines).toEqual({ [product.id]: '21' })
  })

  test('ignores unchanged quantities of a stale page', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    await maya.press('update', { [`quantity-${product.id}`]: '5' })
    await maya.post('/cart', { ...fields, intent: `increase:${product.id}` })
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '6' })
  })

  test('preserves input in the order form while a line changes', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const answer = await maya.press(`increase:${product.id}`, { name: 'Maya "M" <Thomas>', note: 'Tablets' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const html = await answer.text()
    expect(html).toContain('value="Maya &quot;M&quot; &lt;Thomas&gt;"')
    expect(html).toContain('>Tablets</textarea>')
    expect(readCartFields(html)[`quantity-${product.id}`]).toBe('2')
    expect(html).toContain(
      `${cartPage.changed(product.name, 2)} ${cartPage.newTotal(formatCents(2 * product.priceCents))}`,
    )
  })

  test('counts the lines after the change, not before', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    await maya.add(otherProduct.id)
    const answer = await maya.press(`remove:${otherProduct.id}`, { name: contact.name })
    expect(await answer.text()).toContain(`aria-label="${header.cart(1)}"`)
  })

  test('removes discontinued products with a notice, and saves that with the next change', async () => {
    const maya = shopper(site)
    maya.cookies.set(
      'cart',
      signed([
        { product: 'long-gone', quantity: 2 },
        { product: product.id, quantity: 1 },
      ]),
    )
    const { html, lines } = await maya.cartPageNow()
    expect(html).toContain(cartPage.gone(undefined))
    expect(html).toContain(`aria-label="${header.cart(1)}"`)
    expect(lines).toEqual({ [product.id]: '1' })
    await maya.press(`increase:${product.id}`)
    expect((await maya.cartPageNow()).html).not.toContain(cartPage.gone(undefined))
  })

  test('is empty, with a notice, when all its products are discontinued', async () => {
    const maya = shopper(site)
    maya.cookies.set('cart', signed([{ product: 'long-gone', quantity: 2 }]))
    const { html } = await maya.cartPageNow()
    expect(html).toContain(emptyCart)
    expect(html).toContain(cartPage.gone(undefined))
    expect(html).toContain(`aria-label="${header.cart(0)}"`)
  })

  test.each(['e30.AAAA', '', '%00%ff', 'x'.repeat(3_000)])(
    'is ignored without a valid signature: %j',
    async (cookie) => {
      const maya = shopper(site)
      maya.cookies.set('cart', cookie)
      const answer = await maya.get('/cart')
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(emptyCart)
      expect(maya.cookies.has('cart')).toBe(false)
      maya.cookies.set('cart', cookie)
      await maya.add(product.id)
      expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '1' })
    },
  )

  test('responds to any post with a page or a redirect', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    const file = new FormData()
    file.set('intent', new Blob(['order']), 'intent.txt')
    const repeated = new URLSearchParams([
      ...Object.entries(fields),
      ...Object.entries(fields),
      ['intent', 'update'],
      ['intent', 'order'],
    ])
    const bodies = [
      '{"intent":"order"}',
      new Uint8Array([0, 255]),
      file,
      repeated,
      new URLSearchParams({ intent: 'constructor:x' }),
      new URLSearchParams({ intent: '__proto__:x' }),
      new URLSearchParams({ intent: 'increase' }),
      new URLSearchParams({ intent: 'update', shown: '*@'.repeat(50_000) }),
      new URLSearchParams({ intent: 'update', shown: `${product.id}*1@1`, [`quantity-${product.id}`]: '1e400' }),
      new URLSearchParams({ ...fields, intent: 'order', cart: 'x'.repeat(10_000) }),
      new URLSearchParams({ __proto__: 'x', constructor: 'y', toString: 'z' } as unknown as Record<string, string>),
    ]
    for (const body of bodies)
      for (const cookie of [`cart=${maya.cookies.get('cart')}`, 'cart=forged', '']) {
        const { status } = await fetch(`${site.url}/cart`, {
          method: 'POST',
          body,
          headers: { Cookie: cookie },
          redirect: 'manual',
        })
        expect([200, 303, 400, 409], String(body).slice(0, 80)).toContain(status)
      }
  })
})

describe('Place Order', () => {
  test.each([
    [{ name: '', email: '' }, 2],
    [{ name: '  ', email: 'maya@example.com' }, 1],
    [{ name: 'Maya', email: ' \t' }, 1],
  ])('without name or address says so, and keeps the rest: %j', async (typed, wrong) => {
    const maya = shopper(site)
    await maya.add(product.id)
    const answer = await maya.press('order', { ...typed, phone: '(205) 555-0100', note: 'Powder' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('Please enter your name and email before placing the order.')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(wrong)
    expect(html).toContain('value="(205) 555-0100"')
    expect(html).toContain('>Powder</textarea>')
    expect(html).toContain('autofocus')
  })

  test('reports a malformed address only next to its field', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const html = await (await maya.press('order', { name: 'Maya', email: 'maya@' })).text()
    expect(html).toContain('Enter an email address in the form')
    expect(html).not.toContain(cartPage.blank)
    expect(html).toContain('value="maya@"')
  })

  test('rejects an order for anything the page did not show', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    await maya.add(otherProduct.id)
    const changed = await maya.post('/cart', { ...fields, ...contact, intent: 'order' })
    expect(changed.status).toBe(409)
    const html = await changed.text()
    expect(html).toContain(cartPage.changedMeanwhile)
    expect(html).toContain(`value="${contact.name}"`)
    const now = readCartFields(html)
    expect(now.shown).toContain(otherProduct.id)
    const dearer = await maya.post('/cart', {
      ...now,
      ...contact,
      shown: now.shown?.replace(/@\d+/, '@1') ?? '',
      intent: 'order',
    })
    expect(dearer.status).toBe(409)
    expect(maya.cookies.has('cart')).toBe(true)
  })

  test('applies newly typed quantities first, and asks to check the total', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const field = `quantity-${product.id}`
    const answer = await maya.press('order', { ...contact, [field]: '3' })
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain(cartPage.quantitiesChanged)
    expect(html).toContain(formatCents(3 * product.priceCents))
    expect(readCartFields(html)[field]).toBe('3')
    const plain = await maya.press('order', { [field]: '4' })
    expect([plain.status, plain.headers.get('Location')]).toEqual([303, '/cart'])
    expect((await maya.cartPageNow()).lines).toEqual({ [product.id]: '4' })
  })

  test('with an empty cart shows the empty cart', async () => {
    const maya = shopper(site)
    const answer = await maya.post('/cart', { ...contact, intent: 'order', cart: 'unknown', shown: '' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(cartPage.nothingToOrder)
  })

  test('empties the cart and redirects to the order', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const answer = await maya.press('order', contact)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toMatch(/^\/orders\/.+/)
    expect(maya.cookies.has('cart')).toBe(false)
    const order = await (await maya.get(answer.headers.get('Location') ?? '')).text()
    expect(order).toContain(orderPage.success)
  })

  test('on repeated or concurrent clicks redirects to the same order', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    const press = () => maya.post('/cart', { ...fields, ...contact, intent: 'order' })
    const answers = await Promise.all([press(), press(), press()])
    expect(new Set(answers.map(({ headers }) => headers.get('Location'))).size).toBe(1)
    const back = await press()
    expect(back.headers.get('Location')).toBe(answers[0]?.headers.get('Location'))
    await maya.add(otherProduct.id)
    const later = await press()
    expect(later.headers.get('Location')).toBe(answers[0]?.headers.get('Location'))
    expect((await maya.cartPageNow()).lines).toEqual({ [otherProduct.id]: '1' })
  })

  test('from a stale page finds the order even with a blank form', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    const placed = await maya.press('order', contact)
    const again = await maya.post('/cart', { ...fields, intent: 'order' })
    expect(again.headers.get('Location')).toBe(placed.headers.get('Location'))
  })

  test('from a stale page preserves the input when the order cannot be looked up', async () => {
    const broken = await startSiteForTest('sqlite', { ABUSE_LIMITS: 'off', WORKER: 'off' })
    const maya = shopper(broken)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    await maya.press('order', contact)
    const database = new DatabaseSync(`${broken.dataDir}/clinic.db`, { timeout: 10_000 })
    database.exec('alter table orders rename to away')
    database.close()
    const press = () => maya.post('/cart', { ...fields, ...contact, intent: 'order' })
    const withoutCart = await press()
    expect(withoutCart.status).toBe(503)
    expect(await withoutCart.text()).toContain(cartPage.failure)
    await maya.add(otherProduct.id)
    const withAnother = await press()
    expect(withAnother.status).toBe(503)
    const html = await withAnother.text()
    expect(html).toContain(cartPage.failure)
    expect(html).toContain(`value="${contact.name}"`)
  })

  test('reports a cart that another tab has emptied', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    await maya.post('/cart', { ...fields, intent: `remove:${product.id}` })
    const answer = await maya.post('/cart', { ...fields, ...contact, intent: 'order' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(cartPage.nothingToOrder)
  })

  test('without the displayed cart in the post orders nothing', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const answer = await maya.post('/cart', { ...contact })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain(cartPage.changedMeanwhile)
    expect(maya.cookies.has('cart')).toBe(true)
  })

  test('with a changed cart that was already ordered shows that order, and continues under a new id', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const cart = maya.cookies.get('cart') ?? ''
    const first = await maya.press('order', contact)
    // The response was lost: the browser still has its cart, and adds more.
    maya.cookies.set('cart', cart)
    await maya.add(product.id)
    const { fields } = await maya.cartPageNow()
    const second = await maya.press('order', contact)
    expect(second.status).toBe(409)
    const html = await second.text()
    expect(html).toContain(`href="${first.headers.get('Location')}"`)
    const now = readCartFields(html)
    expect(now.cart).not.toBe(fields.cart)
    const third = await maya.post('/cart', { ...now, ...contact, intent: 'order' })
    expect(third.status).toBe(303)
    expect(third.headers.get('Location')).not.toBe(first.headers.get('Location'))
  })

  test('asks about an address that looks mistyped, and accepts the suggestion', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const slip = { name: 'Maya', email: 'maya@gmial.com' }
    expect(await (await maya.press('order', slip)).text()).toContain('Did you mean gmail.com?')
    const { fields } = await maya.cartPageNow()
    const taken = await maya.post('/cart', { ...fields, ...slip, suggested: 'maya@gmail.com' })
    expect(taken.status).toBe(303)
    expect(taken.headers.get('Location')).toMatch(/^\/orders\//)
  })

  test('reports that the order could not be saved, and preserves cart and form', async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const maya = shopper(site)
    await maya.add(product.id)
    const database = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
    database.exec('alter table orders rename to orders_away')
    try {
      const answer = await maya.press('order', { ...contact, note: 'Powder' })
      expect(answer.status).toBe(503)
      const html = await answer.text()
      expect(html).toContain('Failed to place order. Please try again later.')
      expect(html).toContain(`value="${contact.email}"`)
      expect(html).toContain('>Powder</textarea>')
      expect(readCartFields(html)[`quantity-${product.id}`]).toBe('1')
    } finally {
      database.exec('alter table orders_away rename to orders')
      database.close()
    }
    expect((await maya.press('order', contact)).status).toBe(303)
  })
})

test('a click within two seconds, or by a bot, asks for another click and preserves the input', async () => {
  const strict = await startSiteForTest('sqlite', { WORKER: 'off' })
  const maya = shopper(strict)
  const quick = await pressAtOnce(maya)
  expect(quick.status).toBe(400)
  const html = await quick.text()
  expect(html).toContain(forms.onceMore('Place Order'))
  expect(html).toContain(`value="${contact.email}"`)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  const robot = await maya.post('/cart', { ...readCartFields(html), ...contact, website: 'x', intent: 'order' })
  expect(robot.status).toBe(400)
  const again = await maya.post('/cart', { ...readCartFields(html), ...contact, intent: 'order' })
  expect(again.headers.get('Location')).toMatch(/^\/orders\//)
})

/** On a slow machine a click can be late; then it does not count as too quick, and the next order is tried. */
async function pressAtOnce(maya: ReturnType<typeof shopper>): Promise<Response> {
  await maya.add(product.id)
  const openedAt = performance.now()
  const answer = await maya.press('order', contact)
  return answer.status === 303 && performance.now() - openedAt > 2_000 ? pressAtOnce(maya) : answer
}
