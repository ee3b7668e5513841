import { describe, expect, onTestFinished, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { taxCentsOf } from '#app/domain/catalogue/sales-tax.ts'
import { formatCents, toDecimal } from '#app/domain/shared/money.ts'
import { adminOrder } from '#content/pages/admin-orders.ts'
import { cartPage, payChoice } from '#content/pages/cart.ts'
import { onlinePayment } from '#content/payments.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { editProduct, contact, shopper } from '#tests/support/shopper.ts'
import { otherProduct, product } from '#tests/support/catalogue.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { signPaymentEvent, startPaymentServer, toPaymentEvent } from '#tests/support/payment-server.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { plain, shownOf } from '#tests/support/shown.ts'
import { until } from '#tests/support/timing.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { paymentPage, paymentsPage } from '#app/routes/admin/payments/words.ts'

/** Without the data of pages that one works on. */
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

const addedAtPickUp = 'Sales tax is added at pick-up.'

const readRaw = async (site: Parameters<typeof look>[0], kind: string) =>
  (await look(site, (db) => db.selectFrom('emails').select('raw').where('kind', '=', kind).executeTakeFirst()))?.raw ??
  undefined

async function start(kind: DatabaseKind) {
  const server = await startPaymentServer(onTestFinished)
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  const orders = () => look(site, (db) => db.selectFrom('orders').selectAll().orderBy('placedAt').execute())
  const payments = () => look(site, (db) => db.selectFrom('payments').selectAll().execute())

  async function placeIn(browser: ReturnType<typeof shopper>, pay: 'online' | 'pick-up', id = product.id) {
    await browser.add(id)
    const placed = await browser.press('order', { ...contact, pay })
    expect(placed.status).toBe(303)
    return placed.headers.get('Location')!
  }
  /** As the provider posts it. */
  const receive = (event: string, signature = signPaymentEvent(event)) =>
    fetch(`${site.url}/payments/stripe`, { method: 'POST', body: event, headers: { 'Stripe-Signature': signature } })
  return { server, site, orders, payments, placeIn, receive }
}

describe.each(databasesFor(import.meta.url))('paying online on %s', (kind) => {
  test('leads from the cart by our own page to the checkout and back to a paid order', async () => {
    const { server, placeIn, orders, site } = await start(kind)
    const browser = shopper(site)
    await browser.add(product.id)
    const cart = plain((await browser.cartPageNow()).html)
    const { tax: _, ...choice } = payChoice
    for (const text of Object.values(choice)) expect(cart).toContain(text)

    const location = await placeIn(browser, 'online')
    expect(location).toMatch(/^\/orders\/[^/]+\/pay$/)
    const session = server.newest()!
    const leadOn = await browser.get(location)
    expect(leadOn.headers.get('Refresh')).toBe(`0;url=${session.url}`)
    expect(leadOn.headers.get('Cache-Control')).toContain('no-store')
    expect(leadOn.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
    expect(await leadOn.text()).toContain(`href="${session.url}"`)
    const orderPath = location.replace(/\/pay$/, '')
    const unpaid = plain(await (await browser.get(orderPath)).text())
    for (const text of [cartPage.button && onlinePayment.button, onlinePayment.open, onlinePayment.lead])
      expect(unpaid).toContain(text)

    server.pay(session.id)
    const [returnPath] = session.paidUrl.match(/\/payments\/.*/)!
    const back = await browser.get(returnPath)
    expect([back.status, back.headers.get('Location')]).toEqual([303, orderPath])
    const paid = plain(await (await browser.get(orderPath)).text())
    expect(paid).toContain(onlinePayment.paid(1))
    expect(paid).not.toContain(onlinePayment.button)
    expect((await orders())[0]!.paidWith).not.toBeNull()
    expect(paid).toContain(`href="${orderPath}/receipt"`)
    const receipt = await browser.get(`${orderPath}/receipt`)
    expect(receipt.headers.get('Content-Type')).toBe('application/pdf')
    const file = readPdf(Buffer.from(await receipt.arrayBuffer()))
    for (const text of ['Receipt 1', product.name]) expect(file.text).toContain(text)
    expect((await browser.get('/orders/forged/receipt')).headers.get('Location')).toBe('/orders/forged')
    // It can't be paid again.
    const again = await browser.post(`${orderPath}/pay`, {})
    expect([again.status, again.headers.get('Location')]).toEqual([303, orderPath])
    expect(server.sessions.size).toBe(1)
    // Another browser, such as the provider's, sees no more than that.
    const stranger = plain(await (await visitor(site).get(returnPath)).text())
    expect(stranger).toContain(onlinePayment.back.states.paid)
    for (const secret of [contact.name, contact.email, orderPath]) expect(stranger).not.toContain(secret)
    for (const { body } of server.calls)
      for (const secret of [contact.name, contact.email, encodeURIComponent(contact.email), '/orders/'])
        expect(decodeURIComponent(body)).not.toContain(secret)
  })

  test('is offered for an order to be paid at pick-up, and says so when the provider is down', async () => {
    const { server, placeIn, payments, site } = await start(kind)
    const browser = shopper(site)
    const orderPath = await placeIn(browser, 'pick-up')
    expect(plain(await (await browser.get(orderPath)).text())).toContain(onlinePayment.offer)
    server.state.fault = () => 503
    const failed = await browser.post(`${orderPath}/pay`, {})
    expect(failed.headers.get('Location')).toBe(orderPath)
    expect(plain(await (await browser.get(orderPath)).text())).toContain(onlinePayment.unavailable)
    server.state.fault = undefined
    expect((await browser.post(`${orderPath}/pay`, {})).headers.get('Location')).toBe(`${orderPath}/pay`)
    // Two tabs share one payment.
    await Promise.all([browser.post(`${orderPath}/pay`, {}), browser.post(`${orderPath}/pay`, {})])
    expect(await payments()).toHaveLength(1)

    // What the provider says to a checkout that it refuses is for staff only.
    const other = shopper(site)
    const refusedPath = await placeIn(other, 'pick-up')
    server.state.refusesCheckouts = 'Set a business name'
    await other.post(`${refusedPath}/pay`, {})
    expect(plain(await (await other.get(refusedPath)).text())).not.toContain('business name')
    const admin = await signInAsAdmin(site)
    const { id } = (await payments()).find(({ failure }) => failure !== null)!
    for (const path of [`/admin/payments/${id}`, '/admin/payments', '/admin'])
      expect(plain(await (await admin.get(path)).text()), path).toContain('status-400: Set a business name')
  })

  test('is done by a signed hint, and by nothing that is forged, old, repeated or of another account', async () => {
    const { server, site, placeIn, orders, receive } = await start(kind)
    await placeIn(shopper(site), 'online')
    const { id } = server.newest()!
    const event = toPaymentEvent(id)
    const old = Math.floor(Date.now() / 1000) - 400
    for (const signature of [
      '',
      't=1,v1=0',
      signPaymentEvent(event, { secret: 'whsec_x' }),
      signPaymentEvent(event, { at: old }),
    ])
      expect((await receive(event, signature)).status).toBe(400)
    expect((await receive(`${event} `, signPaymentEvent(event))).status).toBe(400)
    // Signed, and not true: the provider is asked, and says that nothing was paid.
    const asked = server.calls.length
    expect((await receive(event)).status).toBe(204)
    await until(async () => server.calls.length > asked || undefined)
    expect((await orders())[0]!.paidWith).toBeNull()
    server.pay(id)
    expect((await receive(event)).status).toBe(204)
    const of = toPaymentEvent(id, { account: 'acct_other' })
    expect((await receive(of)).status).toBe(204)
    expect((await receive(toPaymentEvent('cs_unknown'))).status).toBe(204)
    expect((await orders())[0]!.paidWith).toBeNull()
    const true_ = toPaymentEvent(id)
    for (let times = 0; times < 3; times += 1) expect((await receive(true_)).status).toBe(204)
    await until(async () => (await orders())[0]!.paidWith ?? undefined)
    const mails = await look(site, (db) =>
      db.selectFrom('emails').select('kind').where('kind', '=', 'order-paid').execute(),
    )
    expect(mails).toHaveLength(1)
  })

  test('needs the link to the order, and takes no amount from anybody', async () => {
    const { server, site, placeIn } = await start(kind)
    const browser = shopper(site)
    const mine = await placeIn(browser, 'pick-up')
    const other = await placeIn(shopper(site), 'pick-up', otherProduct.id)
    const [token, otherToken] = [mine, other].map((path) => path.split('/').at(-1)!) as [string, string]
    const forged = `${token.split('.')[0]}.${otherToken.split('.')[1]}`
    expect((await browser.post(`/orders/${forged}/pay`, {})).status).toBe(404)
    expect(server.sessions.size).toBe(0)
    await browser.post(`${mine}/pay`, { amount: '1', amountCents: '1', orderId: 'x', unit_amount: '1' })
    expect(server.newest()!.amount).toBe(product.priceCents)
    expect((await browser.get('/payments/no-id')).status).toBe(404)
    expect((await browser.get('/payments/3f0b8a52-0000-4000-8000-000000000000')).status).toBe(404)
  })

  test('staff see it with its lines of the ledger, refund a part once, and Today shows differences', async () => {
    const { server, site, placeIn, payments } = await start(kind)
    const browser = shopper(site)
    await placeIn(browser, 'online')
    const admin = await signInAsAdmin(site)
    const { id } = (await payments())[0]!
    const page = `/admin/payments/${id}`
    const shown = async (path: string) => plain(await (await admin.get(path)).text())
    const { ask, refund: back, refunds, ledger: book, waiting } = paymentPage
    const parts = [ask.button, back.heading, refunds.heading, book.heading, waiting.text]
    expect(shownOf(await shown(page), parts)).toEqual([ask.button])
    server.pay(server.newest()!.id)
    expect((await admin.post(page, { intent: 'ask' })).status).toBe(303)
    const paid = await shown(page)
    expect(shownOf(paid, [...parts, refunds.columns.why])).toEqual([back.heading, book.heading])
    const all = await shown('/admin/payments')
    expect(shownOf(all, [paymentsPage.off, paymentsPage.differences.heading, paymentsPage.held.heading])).toEqual([])
    expect(all.split('<option')).toHaveLength(2)
    for (const text of [paymentPage.ledger.accounts['product-sales'], [...server.payments.keys()][0]!, product.id])
      expect(paid).toContain(text)
    expect(await shown('/admin/payments')).toContain(paymentsPage.states.paid)
    expect(await shown('/admin/payments')).toContain(paymentsPage.untaxed)
    expect(await shown('/admin')).toContain(paymentsPage.title)

    // A refund asks again who it is, and so does an export.
    expect((await admin.post(page, { amount: '1.5', intent: 'refund' })).status).toBe(403)
    const month = Temporal.Now.plainDateISO(clinicTimeZone).toPlainYearMonth().toString()
    expect(await shown('/admin/payments')).toContain(`<option value="${month}"`)
    const file = await confirmWithPassword(admin, '/admin/payments/export', { month })
    expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="ledger-${month}.csv"`)
    const lines = (await file.text()).trim().split('\r\n')
    const price = toDecimal(product.priceCents)
    expect(lines).toHaveLength(5)
    expect(lines.at(-1)).toMatch(new RegExp(`,sale:${id},order:[^,]+,Product sales,${product.id},,${price}$`))
    for (const wrong of ['', '2026-13', "x'"])
      expect((await confirmWithPassword(admin, '/admin/payments/export', { month: wrong })).status).toBe(400)

    const { fields } = formWith(paid, 'amount')
    const send = (form: Record<string, string>) => confirmWithPassword(admin, page, { ...form, intent: 'refund' })
    const refund = (amount: string) => send({ ...fields, amount })
    const asked = await refund('1.5')
    expect(asked.status).toBe(303)
    expect((await refund('1.5')).status).toBe(303)
    const refunded = await shown(page)
    expect(shownOf(refunded, parts.slice(1))).toEqual([back.heading, refunds.heading, book.heading])
    expect(await shown('/admin/payments')).toContain(paymentsPage.refunded('$1.50'))
    const none = await admin.post(page, { intent: 'keep-waiting' })
    expect([none.status, ...shownOf(plain(await none.text()), [back.changed])]).toEqual([409, back.changed])
    const again = formWith(refunded, 'amount').fields
    for (const [amount, status] of [
      ['nothing', 400],
      ['0', 400],
      ['-1', 400],
      ['99999', 400],
    ] as const) {
      const wrong = await send({ ...again, amount })
      expect([amount, wrong.status]).toEqual([amount, status])
      expect(plain(await wrong.text())).toContain(`value="${amount}"`)
    }
    expect((await send({ ...again, amount: '1', seen: '0' })).status).toBe(409)
    await until(async () => [...server.refunds.values()].length > 0 || undefined)
    expect([...server.refunds.values()].map(({ amount }) => amount)).toEqual([150])

    const row = { kind: 'unknown-payment' as const, about: 'txn_1', theirCents: 4_321, foundAt: Date.now() }
    await look(site, (db) =>
      db
        .insertInto('paymentDifferences')
        .values({ ...row, id: 'd1' })
        .execute(),
    )
    for (const path of ['/admin', '/admin/payments']) expect(await shown(path)).toContain('$43.21')
    const blank = await admin.post('/admin/payments', { intent: 'explain', difference: 'd1', explanation: ' ' })
    expect(blank.status).toBe(400)
    expect(plain(await blank.text())).toContain(paymentsPage.differences.tooShort)
    const explained = { intent: 'explain', difference: 'd1', explanation: 'Paid at the desk' }
    expect((await admin.post('/admin/payments', explained)).status).toBe(303)
    expect((await admin.post('/admin/payments', explained)).status).toBe(409)
    expect(await shown('/admin/payments')).not.toContain(paymentsPage.differences.heading)
    expect(await shown('/admin')).not.toContain('$43.21')
  })

  test('sales tax is a line of its own for each product, and part of what is paid', async () => {
    const { server, site, orders, payments } = await start(kind)
    const admin = await signInAsAdmin(site)
    const shown = async (path: string) => plain(await (await admin.get(path)).text())
    await editProduct(admin, product.id, { taxRate: '8.875' })
    const browser = shopper(site)
    await browser.add(product.id)
    const { fields, html } = await browser.cartPageNow()
    expect(plain(html)).toContain(`Sales tax 8.875%, ${product.name}`)
    expect(mainOf(html)).not.toContain(addedAtPickUp)

    // Another rate is another price: it is shown first.
    await editProduct(admin, product.id, { taxRate: '10' })
    const changed = await browser.post('/cart', { ...fields, ...contact, pay: 'online', intent: 'order' })
    expect([changed.status, await orders()]).toEqual([409, []])
    expect(plain(await changed.text())).toContain(cartPage.changedMeanwhile)

    const tax = taxCentsOf(product.priceCents, 10_000)
    const total = product.priceCents + tax
    const path = (await browser.press('order', { ...contact, pay: 'online' })).headers.get('Location')!
    const session = server.newest()!
    expect(session.amount).toBe(total)
    // The order keeps the rate of its moment.
    await editProduct(admin, product.id, { taxRate: '0' })
    server.pay(session.id)
    await browser.get(new URL(session.paidUrl).pathname)
    const orderPath = path.replace(/\/pay$/, '')
    const [order] = await orders()
    expect([order!.totalCents, order!.paidWith]).toEqual([total, (await payments())[0]!.id])
    const line = `Sales tax 10%, ${product.name}`
    const pages = [
      await browser.get(orderPath).then((page) => page.text()),
      await shown(`/admin/orders/${order!.number}`),
    ]
    for (const page of pages) {
      for (const text of [line, formatCents(tax), formatCents(total)]) expect(plain(page)).toContain(text)
      expect(mainOf(page)).not.toContain(addedAtPickUp)
    }
    expect(await shown(`/admin/payments/${order!.paidWith}`)).toContain(paymentPage.ledger.accounts['sales-tax'])
    const file = readPdf(Buffer.from(await (await browser.get(`${orderPath}/receipt`)).arrayBuffer()))
    expect(file.text).toContain(`${line}: ${formatCents(tax)}`)
    const month = Temporal.Now.plainDateISO(clinicTimeZone).toPlainYearMonth().toString()
    const ledger = await (await confirmWithPassword(admin, '/admin/payments/export', { month })).text()
    expect(ledger).toContain(`,Sales tax,${product.id},,${toDecimal(tax)}`)
    for (const email of ['order-notice', 'order-confirmation', 'order-paid']) {
      const raw = await until(() => readRaw(site, email))
      expect(Buffer.from(raw).toString().replaceAll('=\r\n', ''), email).toContain(line)
    }
  })

  test('what the provider takes no payment for is paid at pick-up', async () => {
    const { server, site, orders } = await start(kind)
    const admin = await signInAsAdmin(site)
    const browser = shopper(site)
    await browser.add(product.id)
    // With its tax, 46 cents are 51.
    await editProduct(admin, product.id, { priceCents: '0.46', taxRate: '10' })
    expect((await browser.cartPageNow()).html).toContain('name="pay"')
    await editProduct(admin, product.id, { priceCents: '0.45', taxRate: '8' })
    const { html } = await browser.cartPageNow()
    expect(html).not.toContain('name="pay"')
    expect(html).toContain('Pay at pick-up')
    const path = (await browser.press('order', { ...contact, pay: 'online' })).headers.get('Location')!
    expect(path).not.toMatch(/\/pay$/)
    expect(await orders()).toMatchObject([{ totalCents: 49, payBy: null }])
    expect(await (await browser.get(path)).text()).not.toContain(onlinePayment.button)
    expect((await browser.post(`${path}/pay`, {})).headers.get('Location')).toBe(path)
    expect(plain(await (await browser.get(path)).text())).toContain(onlinePayment.notPayable)
    expect(server.sessions.size).toBe(0)
  })

  test('a paid order that staff cancel is refunded', async () => {
    const { server, site, placeIn, orders } = await start(kind)
    const browser = shopper(site)
    const path = await placeIn(browser, 'online')
    server.pay(server.newest()!.id)
    await browser.get(server.newest()!.paidUrl.match(/\/payments\/.*/)![0])
    const admin = await signInAsAdmin(site)
    const { number } = (await orders())[0]!
    const canceled = await admin.post(`/admin/orders/${number}`, { from: 'new', to: 'cancelled', tell: 'on' })
    expect(canceled.status).toBe(303)
    const says = plain(await (await browser.get(path.replace(/\/pay$/, ''))).text())
    expect(says).toMatch(/We’re sending back \$/)
    expect(says).not.toContain(onlinePayment.button)
    const { paid, refunded, refundWaits, unpaid } = adminOrder.payment
    const texts = [paid(1), ...[refunded, refundWaits].map((text) => text(formatCents(product.priceCents))), unpaid('')]
    expect(shownOf(plain(await (await admin.get(`/admin/orders/${number}`)).text()), texts)).toEqual([texts[1]])
  })
})

test('without the setting the rate of a product changes nothing', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const admin = await signInAsAdmin(site)
  const browser = shopper(site)
  await browser.add(product.id)
  const read = async () => {
    const { html, fields } = await browser.cartPageNow()
    return html.replaceAll(fields.opened!, '').replaceAll(/nonce="[^"]*"|requestId\W+[\w-]+/g, '')
  }
  const before = await read()
  const products = await (await visitor(site).get('/products')).text()
  await editProduct(admin, product.id, { taxRate: '10' })
  expect(await read()).toBe(before)
  expect(await (await visitor(site).get('/products')).text()).toBe(products)
  expect(before).toContain(addedAtPickUp)
  const path = (await browser.press('order', contact)).headers.get('Location')!
  const order = await (await browser.get(path)).text()
  expect(order).toContain(addedAtPickUp)
  expect(order).not.toContain('Sales tax 10%')
  const lines = await look(site, (db) => db.selectFrom('orderLines').select(['taxRate', 'taxCents']).execute())
  expect(lines).toEqual([{ taxRate: null, taxCents: null }])
})

test('without the setting nothing is offered, and nothing about it is in the page', async () => {
  const site = await startSiteForTest('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
  const browser = shopper(site)
  await browser.add(product.id)
  const { html } = await browser.cartPageNow()
  expect(html).not.toMatch(/paysOnline|name="pay"|stripe/i)
  // As a page with the choice posts it, from before the setting was changed.
  const placed = await browser.press('order', { ...contact, pay: 'online' })
  const admin = await signInAsAdmin(site)
  expect(await (await admin.get('/admin')).text()).not.toMatch(/href="\/admin\/payments/)
  const path = placed.headers.get('Location')!
  const order = await (await browser.get(path)).text()
  expect(order).toContain('Pay at pick-up')
  expect(order).not.toMatch(/payment"|Pay online|\/pay"/)
  expect((await browser.post(`${path}/pay`, {})).headers.get('Location')).toBe(path)
  expect((await browser.get(`${path}/pay`)).headers.get('Location')).toBe(path)
  const posted = await fetch(`${site.url}/payments/stripe`, { method: 'POST', body: '{}' })
  expect(posted.status).toBe(404)
})
