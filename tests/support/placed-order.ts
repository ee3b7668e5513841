import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderContact } from '#app/domain/orders/order-form.ts'
import { type OrderedLine, orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { contentClinic } from './content-clinic.ts'
import { besideSite } from './databases.ts'

type Running = { dataDir: string; settings?: Record<string, string> }

type Placing = { lines?: OrderedLine[]; contact?: OrderContact; now?: number }

export const exampleLines: OrderedLine[] = [
  { productId: 'herb', name: 'Herb/of the house', priceCents: 1200, quantity: 12, supplement: true },
  { productId: 'oil', name: 'Oil', priceCents: 1550, quantity: 1, supplement: false },
]

/** Places an order in the database of a running site, and answers it with the path of its page. */
export const placeOrderOn = (
  site: Running,
  {
    lines = exampleLines,
    contact = { name: 'Maya Thomas', email: 'maya@example.com' },
    now = Date.now(),
  }: Placing = {},
) =>
  besideSite(site, async (database) => {
    const deps = { database, queue: createQueue(database), clinic: contentClinic, mailDomain: 'clinic.example' }
    const placed = await placeOrder(deps, { cartId: randomUUID(), lines, contact, sender: undefined, now })
    if (!placed.ok) throw new Error(`the order was not placed: ${placed.reason}`)
    const secret = site.settings?.SESSION_SECRET ?? readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()
    return { ...placed.order, path: orderPath(createSigner(secret).sign(orderPurpose, placed.order.id)) }
  })
