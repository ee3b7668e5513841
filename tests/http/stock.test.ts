import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productPath } from '#app/domain/catalogue/product.ts'
import { countedItems, stockPath } from '#app/domain/catalogue/stock.ts'
import { stockPage } from '#app/routes/admin/stock/words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { products, otherProduct, product } from '#tests/support/catalogue.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { contact, placeOrderOn, shopper, leftOn } from '#tests/support/shopper.ts'
import { shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'
import { cartPage } from '#content/pages/cart.ts'
import { adminOrder } from '#content/pages/admin-orders.ts'
import { stockWords } from '#content/pages/stock.ts'
import { toDo } from '#content/pages/admin-today.ts'

describe.each(databasesFor(import.meta.url))('stock on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const inForms = products.find(({ forms }) => forms)
  const testForms = test.skipIf(!inForms)
  const [form, otherForm] = inForms?.forms ?? []
  const formItem = `${inForms?.id}.${form?.id}`

  const read = async (path: string) => (await visitor(site).get(path)).text()
  /** As its page does, over what it shows. */
  const count = async (item: string, typed: string) => {
    const { fields } = formWith(await (await admin.get(stockPath(item))).text(), 'was')
    return admin.post(stockPath(item), { ...fields, intent: 'count', count: typed })
  }
  const end = (item: string) => admin.post(stockPath(item), { intent: 'end' })
  const left = (item: string) => leftOn(site, item)

  test('is off until something is counted, and off again when counting ends', async () => {
    const page = productPath(product)
    expect(await read(page)).not.toContain('left<')
    expect((await count(product.id, '2')).status).toBe(303)
    expect(await read(page)).toContain(stockWords.left(2))
    expect((await end(product.id)).status).toBe(303)
    expect(await read(page)).not.toContain(stockWords.left(2))
    expect(await left(product.id)).toBeUndefined()
  })

  test('is said on pages from three on, which are purged as soon as they would say something else', async () => {
    const page = productPath(product)
    await count(product.id, '4')
    for (const path of [page, '/products']) expect(await read(path)).not.toContain('left<')
    const maya = shopper(site)
    await maya.add(product.id)
    expect((await maya.press('order', contact)).status).toBe(303)
    for (const path of [page, '/products']) expect(await read(path)).toContain(stockWords.left(3))
    await count(product.id, '0')
    for (const path of [page, '/products']) {
      const html = await read(path)
      expect(html).toContain(stockWords.left(0))
      expect(html).not.toContain(`value="add:${product.id}"`)
    }
    expect(await read(page)).toContain('schema.org/OutOfStock')
    // From a page that was opened before.
    const late = shopper(site)
    expect((await late.add(product.id)).headers.get('Location')).toBe(`/products#${product.id}`)
    expect((await late.cartPageNow()).lines).toEqual({})
    await end(product.id)
  })

  testForms('lets a form that is sold out not be chosen', async () => {
    await count(formItem, '0')
    await count(`${inForms!.id}.${otherForm!.id}`, '2')
    const own = await read(productPath(inForms!))
    const radio = (id: string) => new RegExp(`<input[^>]*value="${id}"[^>]*>`).exec(own)?.[0]
    expect(radio(form!.id)).toContain('disabled')
    expect(radio(otherForm!.id)).toMatch(/checked/)
    expect(own).toContain(stockWords.left(2))
    const cards = await read('/products')
    expect(cards).toMatch(new RegExp(`<option value="${form!.id}" disabled`))
    expect(cards).toContain(stockWords.ofForm(form!.label, stockWords.left(0)))
    await end(formItem)
    await end(`${inForms!.id}.${otherForm!.id}`)
  })

  test('is said by the line of a cart that wants more, which is not ordered and loses nothing typed', async () => {
    await count(product.id, '2')
    const maya = shopper(site)
    await maya.add(product.id)
    await maya.add(otherProduct.id)
    expect((await maya.cartPageNow()).html).toContain(`>${stockWords.left(2)}<`)
    await maya.press('update', { [`quantity-${product.id}`]: '5' })
    const { html } = await maya.cartPageNow()
    expect(html).toContain(stockWords.tooMany(2))
    expect(html).toMatch(new RegExp(`<input[^>]*id="quantity-${product.id}"[^>]*aria-invalid="true"`))
    const rejected = await maya.press('order', { ...contact, note: 'Tablets' })
    expect(rejected.status).toBe(409)
    const page = await rejected.text()
    for (const text of [cartPage.tooFew, stockWords.tooMany(2), 'value="Maya Thomas"', 'Tablets'])
      expect(page).toContain(text)
    expect(await left(product.id)).toBe(2)
    await maya.press('update', { [`quantity-${product.id}`]: '2' })
    expect((await maya.press('order', contact)).status).toBe(303)
    expect(await left(product.id)).toBe(0)
    await end(product.id)
  })

  test('sold meanwhile leaves the line in the cart, as sold out', async () => {
    await count(product.id, '1')
    const [first, second] = [shopper(site), shopper(site)]
    for (const buyer of [first, second]) await buyer.add(product.id)
    expect((await first.press('order', contact)).status).toBe(303)
    const rejected = await second.press('order', contact)
    expect(rejected.status).toBe(409)
    expect(await rejected.text()).toContain(`>${stockWords.tooMany(0)}<`)
    expect((await second.cartPageNow()).lines).toEqual({ [product.id]: '1' })
    await end(product.id)
  })

  test('is given back by a canceled order; an undo that comes after it was sold says so', async () => {
    await count(product.id, '1')
    const line = { productId: product.id, name: product.name, priceCents: 1000, quantity: 1, supplement: false }
    const { number } = await placeOrderOn(site, { lines: [line] })
    const path = `/admin/orders/${number}`
    expect((await admin.post(path, { from: 'new', to: 'cancelled' })).status).toBe(303)
    expect(await left(product.id)).toBe(1)
    await placeOrderOn(site, { lines: [line] })
    const undone = await admin.post(path, { intent: 'undo', from: 'cancelled', to: 'new' })
    expect(undone.status).toBe(409)
    expect(await undone.text()).toContain(adminOrder.state.soldOut(adminOrder.state.left(product.name, 0)))
    await end(product.id)
  })

  describe('at the desk', () => {
    test('is counted, corrected and undone, and its page says why it is what it is', async () => {
      const path = stockPath(product.id)
      const { now, end: stop, correct } = stockPage
      const parts = [now.notCounted, stop.button, correct.heading, now.counted(9)]
      const shown = async (at: string) => shownOf(await (await admin.get(at)).text(), parts)
      expect(await shown(path)).toEqual([now.notCounted])
      for (const [fields, says] of [
        [{ intent: 'end' }, stop.already],
        [{ intent: 'correct', change: '-2', reason: 'Broken jar' }, correct.notCounted],
      ] as const) {
        const late = await admin.post(path, fields)
        expect([late.status, ...shownOf(await late.text(), [says])]).toEqual([409, says])
      }
      await count(product.id, '9')
      expect(await shown(path)).toEqual([stop.button, correct.heading, now.counted(9)])
      const corrected = await admin.post(path, { intent: 'correct', change: '-2', reason: 'Broken jar' })
      expect(corrected.status).toBe(303)
      const page = await (await admin.get(path)).text()
      for (const text of [stockPage.done.changed, '9 → 7', stockPage.history.corrected('Broken jar')])
        expect(page).toContain(text)
      const { fields } = formWith(page, 'movement')
      expect((await admin.post(path, fields)).status).toBe(303)
      expect(await left(product.id)).toBe(9)
      const late = await admin.post(path, fields)
      expect([late.status, await late.text()]).toEqual([409, expect.stringContaining(stockPage.done.tooLate)])
      await end(product.id)
    })

    test.each([
      ['ten', { intent: 'count', was: '', count: 'ten' }, 'Enter a whole number from 0 to 100,000.'],
      ['some', { intent: 'correct', change: 'some', reason: 'Found' }, 'Enter how many more or fewer there are'],
      ['+1', { intent: 'correct', change: '+1', reason: ' ' }, 'Enter a reason.'],
    ])('%j gets a sentence next to its field, and stays', async (kept, typed, sentence) => {
      await count(product.id, '5')
      const answer = await admin.post(stockPath(product.id), typed)
      expect(answer.status).toBe(400)
      const html = await answer.text()
      for (const text of [sentence, `value="${kept}"`]) expect(html).toContain(text)
      await end(product.id)
    })

    test('over what its page no longer shows is not counted, and the next press is', async () => {
      const path = stockPath(product.id)
      await count(product.id, '5')
      const stale = await admin.post(path, { intent: 'count', was: '8', count: '6' })
      expect(stale.status).toBe(409)
      const html = await stale.text()
      expect(html.replaceAll('&#x27;', "'")).toContain(stockPage.count.changed(5))
      const { fields } = formWith(html, 'was')
      expect(fields).toMatchObject({ was: '5', count: '6' })
      expect((await admin.post(path, { ...fields, intent: 'count' })).status).toBe(303)
      const fewer = await admin.post(path, { intent: 'correct', change: '-7', reason: 'Lost' })
      expect([fewer.status, await fewer.text()]).toEqual([400, expect.stringContaining(stockPage.correct.tooMany(6))])
      await end(product.id)
    })

    test('low stock is a line on Today that leads to it', async () => {
      await count(product.id, '2')
      const today = await (await admin.get('/admin')).text()
      expect(today).toContain(toDo.stock.item(product.name, 2))
      expect(today).toContain(`href="${stockPath(product.id)}"`)
      await end(product.id)
    })

    test('lists every product and form, and what open orders have', async () => {
      const row = async (counted: string) => {
        await count(product.id, counted)
        const html = await (await admin.get('/admin/stock')).text()
        const [, text = ''] = html.split(`href="${stockPath(product.id)}"`)
        return shownOf(text.split('</tr>')[0]!, [pieces(0), pieces(2), pieces(9), low, notCounted, stockPage.none])
      }
      const { pieces, low, notCounted } = stockPage
      expect([await row('0'), await row('2'), await row('9')]).toEqual([[pieces(0)], [pieces(2), low], [pieces(9)]])
      await end(product.id)
      const all = await (await admin.get('/admin/stock')).text()
      for (const { id } of countedItems(products)) expect(all).toContain(`href="${stockPath(id)}"`)
      const unknown = ['nothing', '__proto__', ...(inForms ? [inForms.id] : [])]
      for (const id of unknown) expect((await admin.get(stockPath(id))).status).toBe(404)
    })

    test('a product’s page leads those there who may count, and the front desk counts', async () => {
      const page = `/admin/products/${product.id}`
      expect(await (await admin.get(page)).text()).toContain(`href="${stockPath(product.id)}"`)
      const editor = await signInAs(site, 'editor')
      expect(await (await editor.get(page)).text()).not.toContain(stockPath(product.id))
      const typed = { intent: 'count', was: '', count: '3' }
      expect((await editor.post(stockPath(product.id), typed)).status).toBe(403)
      expect(await left(product.id)).toBeUndefined()
      const desk = await signInAs(site, 'front-desk')
      expect((await desk.post(stockPath(product.id), typed)).status).toBe(303)
      const act = await look(site, (db) =>
        db
          .selectFrom('auditEntries')
          .select(['act', 'record', 'detail'])
          .orderBy('sequence', 'desc')
          .executeTakeFirst(),
      )
      expect(act).toEqual({
        act: 'stock.changed',
        record: `stock:${product.id}`,
        detail: 'counted: not counted to 3',
      })
      await end(product.id)
    })
  })
})
