import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { cartPage } from '#content/pages/cart.ts'
import { orderPage } from '#content/pages/order.ts'
import { fdaDisclaimer, medWatch } from '#content/products.ts'
import { databasesFor, look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import { flashCookie } from '#tests/support/flash.ts'
import { exampleLines, placeOrderOn } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'

const placedText = 'Your order has been placed successfully!'
const { phone, emails } = contentFacts(Date.now())
const texts = textsOf('order')
const { payment } = texts
const mailed = fillInAlso(texts.confirmation.mailed, { customer: 'maya@example.com' })

/** The visible text of a page. */
const toText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll(/\s+/g, ' ')

describe.each(databasesFor(import.meta.url))('an order, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site?.stop())

  const emailsTo = (orderId: string) =>
    until(async () => {
      const emails = await look(site, (db) =>
        db.selectFrom('emails').selectAll().where('ids', 'like', `%${orderId}%`).where('state', '=', 'kept').execute(),
      )
      return emails.length === 2 ? emails : undefined
    })

  const readEmails = async (orderId: string) => {
    const emails = await emailsTo(orderId)
    const parse = (emailKind: string) => PostalMime.parse(emails.find((email) => email.kind === emailKind)?.raw ?? '')
    return { notice: await parse('order-notice'), confirmation: await parse('order-confirmation') }
  }

  test('has a page that shows items, total, contact details and how to pay', async () => {
    const contact = {
      name: 'Maya <Thomas>',
      email: 'maya@example.com',
      phone: '(205) 555-0100',
      note: 'Tablets\nplease',
    }
    const order = await placeOrderOn(site, { contact })
    const response = await visitor(site).get(order.path)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('Maya &lt;Thomas&gt;')
    const words = toText(html)
    for (const said of [order.number, 'maya@example.com', '(205) 555-0100', 'Tablets please', '$159.50', '$12.00 each'])
      expect(words).toContain(said)
    for (const { name } of exampleLines) expect(words).toContain(name)
    for (const said of [payment.how, payment.tax, texts.statuses.new, phone.display, medWatch.text])
      expect(words).toContain(said)
    expect(html).toContain(`Herb/of the house: <strong>${fdaDisclaimer}</strong>`)
  })

  test('has a private page: not cached, not indexed, without a referrer for other sites or the framework script', async () => {
    const { path } = await placeOrderOn(site)
    for (let times = 0; times < 2; times += 1) {
      const response = await visitor(site).get(path)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
      const html = await response.text()
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).not.toContain('entry.client')
      expect(html).not.toContain('rel="canonical"')
    }
    expect(await (await visitor(site).get('/sitemap.xml')).text()).not.toContain('/orders')
    expect(site.output()).not.toContain(path)
  })

  test('shows the disclaimer without product names if all products are supplements, and no disclaimer if none is', async () => {
    const [herb, oil] = exampleLines
    const page = async (lines: typeof exampleLines) =>
      (await visitor(site).get((await placeOrderOn(site, { lines })).path)).text()
    expect(await page([herb!])).toContain(`<p class="disclaimer"><strong>${fdaDisclaimer}</strong>`)
    expect(await page([oil!])).not.toContain(fdaDisclaimer)
  })

  test('shows its status with an explanation', async () => {
    const { id, path } = await placeOrderOn(site)
    for (const status of orderStatuses) {
      await look(site, (db) => db.updateTable('orders').set({ status }).where('id', '=', id).execute())
      const words = toText(await (await visitor(site).get(path)).text())
      expect(words).toContain(texts.statuses[status])
      expect(words).toContain(orderPage.statuses[status])
      expect(words.includes(texts.next.heading)).toBe(['new', 'confirmed'].includes(status))
      expect(words.includes('Questions about this order?')).toBe(['completed', 'cancelled'].includes(status))
      expect(words).toContain(phone.display)
    }
  })

  test('that was just placed shows the success message once, and not to a prefetch', async () => {
    const { path } = await placeOrderOn(site)
    const maya = visitor(site)
    maya.cookies.set('flash', flashCookie(site, { on: path, about: 'placed' }))
    expect(await (await maya.get(path, { 'Sec-Purpose': 'prefetch' })).text()).not.toContain(placedText)
    const html = await (await maya.get(path)).text()
    expect(html).toMatch(new RegExp(`role="status"[^]*${placedText}`))
    expect(await (await maya.get(path)).text()).not.toContain(placedText)
    maya.cookies.set('flash', flashCookie(site, { on: '/', about: 'placed' }))
    expect(await (await maya.get(path)).text()).not.toContain(placedText)
    maya.cookies.set('flash', flashCookie(site, { on: path, about: 'unavailable' }))
    expect(await (await maya.get(path)).text()).not.toContain(placedText)
  })

  test('without a mail server asks to bookmark its page, shows its URL, and announces no email', async () => {
    const { path } = await placeOrderOn(site)
    const words = toText(await (await visitor(site).get(path)).text())
    expect(words).toContain(texts.confirmation.keep)
    expect(words).toContain(site.url + path)
    expect(words).not.toContain(mailed)
  })

  test('is not found by a link without a valid signature, and the page says what to do', async () => {
    const { path } = await placeOrderOn(site)
    const tokens = ['x', 'e30.AAAA', path.slice('/orders/'.length, -1), `${path.slice('/orders/'.length)}.x`]
    for (const token of tokens) {
      const response = await visitor(site).get(`/orders/${token}`)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain(texts.notFound.title)
      expect(html).toContain(`href="tel:${phone.e164}"`)
    }
  })

  test('that was deleted is not found', async () => {
    const { id, path } = await placeOrderOn(site)
    await look(site, (db) => db.deleteFrom('orders').where('id', '=', id).execute())
    expect((await visitor(site).get(path)).status).toBe(404)
  })

  test.each(['\u0000', "'; --", 'x'.repeat(100_000), '%', crypto.randomUUID()])(
    'of an unknown cart id gets a 409: %#',
    async (cart) => {
      const answer = await visitor(site).post('/cart', {
        intent: 'order',
        cart,
        name: 'Maya',
        email: 'maya@example.com',
      })
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain(cartPage.nothingToOrder)
    },
  )

  test('is emailed to the clinic with name, email, items, quantities and total, and replies go to the customer', async () => {
    const contact = {
      name: 'Zoë "Z" Müller',
      email: 'zoe@example.com',
      phone: '(205) 555-0100',
      note: 'Tablets\nplease',
    }
    const { id, number, path } = await placeOrderOn(site, { contact })
    const { notice } = await readEmails(id)
    expect(notice.to).toMatchObject([{ address: emails.general }])
    expect(notice.replyTo).toEqual([{ name: contact.name, address: contact.email }])
    expect(notice.subject).toBe(`Order ${number} from ${contact.name}`)
    expect(notice.text).toContain('12 × Herb/of the house ($12.00 each)')
    for (const said of [number, contact.name, contact.email, contact.phone, '1 × Oil', '$159.50', site.url + path])
      expect(notice.text).toContain(said)
    expect(notice.text?.replaceAll('\r\n', '\n')).toContain('Tablets\nplease')
    for (const said of [number, 'Zoë', '12 × Herb/of the house', '$159.50', `href="${site.url}${path}"`])
      expect(notice.html).toContain(said)
  })

  test('is confirmed to the customer with the link to its page, and does not subscribe them to the newsletter', async () => {
    const { id, number, path } = await placeOrderOn(site)
    const { confirmation } = await readEmails(id)
    expect(confirmation.to).toMatchObject([{ address: 'maya@example.com' }])
    expect(confirmation.subject).toContain(number)
    const text = (confirmation.text ?? '').replaceAll(/\s+/g, ' ')
    for (const said of [number, payment.how, payment.tax, medWatch.text, site.url + path, phone.display])
      expect(text).toContain(said)
    expect(text).toContain(`Herb/of the house: ${fdaDisclaimer}`)
    expect(confirmation.html).toMatch(new RegExp(`<b>Herb/of the house: ${fdaDisclaimer}`))
    expect(await look(site, (db) => db.selectFrom('subscribers').select('id').execute())).toEqual([])
    const linked = new URL(/https?:\/\/\S+\/orders\/\S+/.exec(confirmation.text ?? '')?.[0] ?? '')
    expect((await visitor(site).get(linked.pathname)).status).toBe(200)
  })

  test('is confirmed without any text from the form, because anyone can enter any address', async () => {
    const contact = { name: 'Win at spam.example', email: 'maya@example.com', note: 'Look at spam.example' }
    const { confirmation } = await readEmails((await placeOrderOn(site, { contact })).id)
    expect(`${confirmation.subject} ${confirmation.text} ${confirmation.html}`).not.toContain('spam.example')
  })

  test('has aligned amounts in its plain-text emails', async () => {
    const { id } = await placeOrderOn(site)
    for (const { text } of Object.values(await readEmails(id))) {
      const amounts = (text ?? '').split(/\r?\n/).filter((line) => /\s\$[\d.,]+$/.test(line))
      expect(amounts).toHaveLength(3)
      expect(new Set(amounts.map(({ length }) => length)).size).toBe(1)
    }
  })

  test('cannot inject headers into its emails through the name', async () => {
    const contact = { name: 'Maya\r\nBcc: all@example.com\r\nX-Evil: 1', email: 'maya@example.com' }
    const { id } = await placeOrderOn(site, { contact })
    for (const { headers, bcc } of Object.values(await readEmails(id))) {
      expect(bcc).toBeUndefined()
      expect(headers.map(({ key }) => key)).not.toContain('x-evil')
    }
  })
})

test('with a mail server, the page of an order shows where the confirmation goes', async () => {
  const site = await startSiteForTest('sqlite', {
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:9',
    WORKER: 'off',
  })
  const { path } = await placeOrderOn(site)
  const words = toText(await (await visitor(site).get(path)).text())
  expect(words).toContain(mailed)
  expect(words).not.toContain(texts.confirmation.keep)
})
