import { randomUUID } from 'node:crypto'
import type { Tx } from '#app/database/tables.ts'
import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { dueCents, orderSubject, type OrderStatus } from './order.ts'
import { listSold } from './order-gift-card.server.ts'

type Move = { id: string; number: string; from: OrderStatus; to: OrderStatus; now: number }

/**
 * What is not paid before is paid at pick-up, so it is sold once an order is completed, and returned when that is undone.
 * It follows the update of the order's status, which only one of two transactions makes.
 */
export async function moveDeskSale(tx: Tx, { from, to, ...order }: Move) {
  if (from === 'completed') await takeBackDeskSale(tx, order)
  if (to === 'completed') await postDeskSale(tx, order)
}

type DeskOrder = Pick<Move, 'id' | 'number' | 'now'>

async function postDeskSale(tx: Tx, { id, number, now }: DeskOrder) {
  const { paidWith, totalCents, giftCardCents } = await tx
    .selectFrom('orders')
    .select(['paidWith', 'totalCents', 'giftCardCents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const byCard = giftCardCents ?? 0
  const cents = dueCents({ totalCents, giftCardCents: byCard })
  if (paidWith !== null || cents === 0) return
  await post(tx, {
    key: `picked-up:${randomUUID()}`,
    subject: orderSubject({ number }),
    at: now,
    lines: [{ account: 'desk', cents }, ...(await listSold(tx, id, cents, byCard))],
  })
}

/** Also for an order that was picked up while its payment was on its way: what is paid online was not paid at the desk. */
export async function takeBackDeskSale(tx: Tx, { id, number, now }: DeskOrder) {
  const subject = orderSubject({ number })
  const posted = (await listPosted(tx, subject)).flatMap(({ lines }) => lines)
  const cents = posted.reduce((sum, line) => (line.account === 'desk' ? sum + line.cents : sum), 0)
  if (cents === 0) return
  const { giftCardCents } = await tx
    .selectFrom('orders')
    .select('giftCardCents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sold = await listSold(tx, id, cents, giftCardCents ?? 0)
  await post(tx, {
    key: `not-picked-up:${randomUUID()}`,
    subject,
    at: now,
    lines: [{ account: 'desk', cents: -cents }, ...sold.map((line) => ({ ...line, cents: -line.cents }))],
  })
}
