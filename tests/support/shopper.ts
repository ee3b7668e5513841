import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { visitor, formWith } from './visitor.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderContact } from '#app/domain/orders/order-form.server.ts'
import { type OrderedLine, signOrderLink, type OrderStatus } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { contentClinic, noPages, testVault } from './test-deps.ts'
import { besideSite, look } from './databases.ts'
import { expect } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { countStock } from '#app/domain/catalogue/count-stock.server.ts'
import { readStock } from '#app/domain/catalogue/stock.server.ts'
import { changeOrder } from '#app/domain/orders/change-order.server.ts'
import { undoOrderChange } from '#app/domain/orders/undo-order-change.server.ts'

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

type OpenSite = Parameters<typeof look>[0]

/** What is left of a product or form on a running site; undefined if it is not counted. */
export const leftOn = (site: OpenSite, saleItem: string) =>
  look(site, async (db) => {
    const row = await db.selectFrom('stock').select('count').where('saleItem', '=', saleItem).executeTakeFirst()
    return row?.count
  })

type Admin = {
  get(path: string): Promise<Response>
  post(path: string, fields: Record<string, string>): Promise<Response>
}

/** Publishes what is typed into a product's editor: its price, the rate of its sales tax. */
export async function editProduct(admin: Admin, id: string, typed: { priceCents?: string; taxRate?: string }) {
  const path = `/admin/products/${id}`
  const { fields, html } = formWith(await (await admin.get(path)).text(), 'name')
  const checked = [...html.matchAll(/<input\b(?=[^>]* type="checkbox")(?=[^>]* checked)[^>]* name="([^"]+)"/g)]
  const { status } = await admin.post(path, {
    ...fields,
    ...Object.fromEntries(checked.map(([, name]) => [name, 'on'])),
    ...typed,
    intent: 'publish',
  })
  if (status !== 303) throw new Error(`the product was not published: ${status}`)
}

export const desk = { who: 'account-1', from: '192.0.2.7' }
export const now = Date.UTC(2026, 4, 5, 15)
export const buyer = { name: 'Maya Thomas', email: 'maya@example.com' }

/** A shop whose products can be counted, with what its pages were purged of. */
export function openShopOn(database: Database) {
  const purged: string[] = []
  let at = now
  /** Each act after the one before it. */
  const next = () => (at += 1_000)
  const deps = {
    database,
    queue: createQueue(database),
    clinic: contentClinic,
    content: deliveredContent,
    mailDomain: 'clinic.example',
    vault: testVault(database),
    pages: { purge: async (_: unknown, ...topics: string[]) => void purged.push(...topics) },
  }
  const line = (productId: string, quantity: number) => {
    return { productId, name: `The ${productId}`, priceCents: 1000, quantity, supplement: false }
  }
  return {
    deps,
    purged,
    count: (saleItem: string, count: number, was?: number) => countStock(deps, desk, { saleItem, count, was, now }),
    place: (lines: Record<string, number>, cartId: string = randomUUID()) =>
      placeOrder(deps, {
        cartId,
        lines: Object.entries(lines).map(([id, quantity]) => line(id, quantity)),
        contact: buyer,
        sender: { network: cartId, address: cartId },
        now,
      }),
    async placed(lines: Record<string, number>) {
      const outcome = await this.place(lines)
      if (!outcome.ok) throw new Error(`it was not placed: ${outcome.reason}`)
      return outcome.order.number
    },
    change: (number: string, from: OrderStatus, to: OrderStatus, tell = false) =>
      changeOrder(deps, desk, { number, from, to, tell, now: next() }),
    undo: (number: string, from: OrderStatus, to: OrderStatus) =>
      undoOrderChange(deps, desk, { number, from, to, now: next() }),
    left: async () => Object.fromEntries(await readStock(database)),
    orders: async () => (await database.db.selectFrom('orders').select('id').execute()).length,
  }
}

type Shop = ReturnType<typeof openShopOn>

/** Fifty orders at once for seven pieces, from two processes: exactly seven are placed. */
export async function raceForPieces([here, there]: [Shop, Shop], rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    const [scarce, plenty] = [`scarce-${round}`, `plenty-${round}`]
    await here.count(scarce, 7)
    await here.count(plenty, 1_000)
    const before = await here.orders()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, number) => {
        const shop = number % 2 === 0 ? here : there
        // In either order of their lines, which must not make them wait for each other.
        return shop.place(number % 3 === 0 ? { [plenty]: 2, [scarce]: 1 } : { [scarce]: 1, [plenty]: 2 })
      }),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(7)
    const tooFew = { ok: false, reason: 'too-few', left: new Map([[scarce, 0]]) }
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 43 }, () => tooFew))
    expect(await there.left()).toMatchObject({ [scarce]: 0, [plenty]: 1_000 - 14 })
    expect(await here.orders()).toBe(before + 7)
  }
}
