import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import { findUsableCard, lockCard, readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { type LedgerLine, shareOut } from '#app/domain/ledger/ledger.ts'
import { orderSubject, type OrderStatus } from './order.ts'

/** As an order has them. */
export type CardToUse = { giftCardId: string; giftCardHint: string; giftCardCents: number }

export type FindCardResult =
  | { ok: true; card: CardToUse }
  /** 'unknown': or not paid for, or blocked. */
  | { ok: false; reason: 'gift-card'; problem: 'unknown' | 'empty' }

/** What a card can pay of an order, and locks the card. `typed`: its code. */
export async function findCardToUse(tx: Tx, typed: string, totalCents: number): Promise<FindCardResult> {
  const found = await findUsableCard(tx, typed)
  const card = found && (await lockCard(tx, found.id))
  // It may have got a new code meanwhile.
  if (card?.state !== 'active' || card.issue !== found?.issue)
    return { ok: false, reason: 'gift-card', problem: 'unknown' }
  const giftCardCents = Math.min(await readBalance(tx, card.id), totalCents)
  if (giftCardCents <= 0) return { ok: false, reason: 'gift-card', problem: 'empty' }
  return { ok: true, card: { giftCardId: card.id, giftCardHint: card.hint, giftCardCents } }
}

/** Takes it off the card, which the transaction has locked; the order has its lines. */
export const useCard = (tx: Tx, { giftCardId, giftCardCents }: CardToUse, order: Pick<Move, 'id' | 'number' | 'now'>) =>
  postCard(tx, 'card-used', { ...order, giftCardId, giftCardCents })

type Move = { id: string; number: string; from: OrderStatus; to: OrderStatus; now: number }

/**
 * An order has what its card paid unless it is canceled, so only the way there and back moves it. It follows the update of
 * the order's status, which only one of two transactions makes.
 */
export async function moveCard(tx: Tx, { from, to, ...order }: Move): Promise<{ ok: true } | CardSpent> {
  const isCanceled = to === 'cancelled'
  if ((from === 'cancelled') === isCanceled) return { ok: true }
  const row = await tx
    .selectFrom('orders')
    .select(['giftCardId', 'giftCardCents'])
    .where('id', '=', order.id)
    .executeTakeFirst()
  if (!row?.giftCardId || !row.giftCardCents) return { ok: true }
  const { giftCardId, giftCardCents } = row
  if (!isCanceled) {
    const card = await lockCard(tx, giftCardId)
    if (card?.state !== 'active' || (await readBalance(tx, giftCardId)) < giftCardCents)
      return { ok: false, reason: 'card-spent' }
  }
  await postCard(tx, isCanceled ? 'card-given-back' : 'card-used', { ...order, giftCardId, giftCardCents })
  return { ok: true }
}

/** It was canceled, and its gift card has less on it since, or was blocked. */
export type CardSpent = { ok: false; reason: 'card-spent' }

type CardPosting = { giftCardId: string; giftCardCents: number; id: string; number: string; now: number }

/** The first part of the sale, in proportion; what is paid later is the rest. */
async function postCard(
  tx: Tx,
  what: 'card-used' | 'card-given-back',
  { giftCardId: item, giftCardCents, id, number, now }: CardPosting,
) {
  const sign = what === 'card-used' ? 1 : -1
  const sold = await listSold(tx, id, giftCardCents)
  const lines = [{ account: 'gift-cards' as const, item, cents: giftCardCents }, ...sold]
  await post(tx, {
    key: `${what}:${randomUUID()}`,
    subject: orderSubject({ number }),
    at: now,
    lines: lines.map((line) => ({ ...line, cents: sign * line.cents })),
  })
}

/** A part of what an order sold: a line for each product, and one for its tax. `before`: what was paid earlier. */
export async function listSold(db: Db, orderId: string, part: number, before = 0): Promise<LedgerLine[]> {
  const lines = await db
    .selectFrom('orderLines')
    .select(['productId', 'priceCents', 'quantity', 'taxCents'])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
  const sales = lines.flatMap(({ productId: item, priceCents, quantity, taxCents }) => [
    { account: 'product-sales' as const, item, cents: priceCents * quantity },
    { account: 'sales-tax' as const, item, cents: taxCents ?? 0 },
  ])
  const shares = shareOut(
    sales.map(({ cents }) => cents),
    part,
    before,
  )
  // What costs nothing moves nothing.
  return sales.map((line, index) => ({ ...line, cents: -shares[index]! })).filter(({ cents }) => cents !== 0)
}
