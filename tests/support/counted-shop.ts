import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { countStock } from '#app/domain/catalogue/count-stock.server.ts'
import { readStock } from '#app/domain/catalogue/stock.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { changeOrder } from '#app/domain/orders/change-order.server.ts'
import type { OrderStatus } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { undoOrderChange } from '#app/domain/orders/undo-order-change.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { contentClinic, testVault } from './test-deps.ts'

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
