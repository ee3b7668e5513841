import type { Database } from '#app/database/connection.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { OrderedLine } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { payWithinMs, startPaying } from '#app/domain/orders/pay-order.server.ts'
import { payableOrders } from '#app/domain/orders/payable-orders.server.ts'
import type { Payables } from '#app/domain/payments/payable.ts'
import { createStripe, type StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { contentClinic, noPages, testVault } from './test-deps.ts'

type PayingDeps = ReturnType<typeof payingDeps>

/** What paying for an order needs, without a website. */
export function payingDeps(database: Database, provider: StripeSettings, options?: { timeoutMs: number }) {
  const deps = {
    database,
    queue: createQueue(database),
    clinic: contentClinic,
    content: deliveredContent,
    pages: noPages,
    mailDomain: 'clinic.example',
    vault: testVault(database),
    payments: createStripe(provider, options),
  }
  return { ...deps, payables: { order: payableOrders(deps) } satisfies Payables }
}

const lines: OrderedLine[] = [
  {
    ...{ productId: 'herb', name: 'Herb', priceCents: 1_000, quantity: 2, supplement: true },
    tax: { rate: 10_000, cents: 200 },
  },
  {
    ...{ productId: 'oil', name: 'Oil', priceCents: 333, quantity: 1, supplement: false },
    tax: { rate: 8_875, cents: 30 },
  },
]

/** As 'Place Order' of a cart that is to be paid online: where it is to be paid, or why it can't be. */
export async function placeToPay(deps: PayingDeps, { cartId, now }: { cartId: string; now: number }) {
  const contact = { name: 'Maya Thomas', email: `${cartId}@example.com` }
  const payBy = now + payWithinMs
  const placed = await placeOrder(deps, { cartId, lines, contact, payBy, sender: undefined, now })
  if (!placed.ok) return placed.reason
  const label = (number: string) => `Order ${number}`
  const started = await startPaying(deps, { orderId: placed.order.id, origin: 'http://clinic.test', label, now })
  return started.ok ? started.url : started.reason
}
