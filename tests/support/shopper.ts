import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { products } from '#tests/support/catalogue.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import { visitor } from './visitor.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderContact } from '#app/domain/orders/order-form.server.ts'
import { type OrderedLine, signOrderLink } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { contentClinic, noPages } from './test-deps.ts'
import { besideSite } from './databases.ts'

const [first, second] = products.filter(isAvailable)
/** The products that the shop tests buy; any clinic with two products will do. */
export const product = first!
export const otherProduct = second!

/** A visitor of the shop without scripts: every button of the cart posts all fields of its page. */
export function shopper(site: { url: string }) {
  const browser = visitor(site)

  async function cartPageNow() {
    const html = await (await browser.get('/cart')).text()
    return { html, fields: readCartFields(html), lines: toLines(html) }
  }

  return {
    ...browser,
    cartPageNow,
    add: (id: string) => browser.post('/cart', { intent: `add:${id}` }),
    /** Presses a button of the current cart form, after typing into some of its fields. */
    async press(intent: string, typed: Record<string, string> = {}, more: Record<string, string> = {}) {
      const { fields } = await cartPageNow()
      return browser.post('/cart', { ...fields, ...typed, intent }, more)
    },
  }
}

/** Names and values of the fields in the cart's form, including empty ones. */
export function readCartFields(html: string) {
  const form = /<form\b[^>]* id="order".*?<\/form>/s.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')])
  return Object.fromEntries(inputs.filter(([name]) => name !== '')) as Record<string, string>
}

/** The quantity of each product on the page. */
const toLines = (html: string) =>
  Object.fromEntries(
    Object.entries(readCartFields(html))
      .filter(([name]) => name.startsWith('quantity-'))
      .map(([name, value]) => [name.slice('quantity-'.length), value]),
  )

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The required fields of the order form. */
export const contact = { name: 'Maya Thomas', email: 'maya@example.com' }

type Running = { dataDir: string; settings?: Record<string, string> }

type Placing = { lines?: OrderedLine[]; contact?: OrderContact; now?: number }

export const exampleLines: OrderedLine[] = [
  { productId: 'herb', name: 'Herb/of the house', priceCents: 1200, quantity: 12, supplement: true },
  { productId: 'oil', name: 'Oil', priceCents: 1550, quantity: 1, supplement: false },
]

/** Places an order in the database of a running site; returns it with the path of its page. */
export const placeOrderOn = (
  site: Running,
  {
    lines = exampleLines,
    contact = { name: 'Maya Thomas', email: 'maya@example.com' },
    now = Date.now(),
  }: Placing = {},
) =>
  besideSite(site, async (database) => {
    const deps = {
      database,
      queue: createQueue(database),
      clinic: contentClinic,
      content: deliveredContent,
      pages: noPages,
      mailDomain: 'clinic.example',
    }
    const placed = await placeOrder(deps, { cartId: randomUUID(), lines, contact, sender: undefined, now })
    if (!placed.ok) throw new Error(`the order was not placed: ${placed.reason}`)
    const secret = site.settings?.SESSION_SECRET ?? readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()
    return { ...placed.order, path: signOrderLink(createSigner(secret), placed.order.id) }
  })
