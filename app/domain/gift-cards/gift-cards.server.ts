import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import { listItemLines, sumItems } from '#app/domain/ledger/ledger.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { sumLeaving } from '#app/domain/payments/refunds.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { drawCode, hashCode, readCode } from './code.server.ts'
import { cardSubject, type GiftCard } from './gift-card.ts'

type NewCard = Pick<GiftCard, 'state' | 'amountCents' | 'email' | 'payBy'> &
  Pick<Partial<GiftCard>, 'id' | 'recipientName' | 'recipientEmail' | 'message' | 'paidBy'> & { now: number }

const toHolder = (id: string) => ({ purpose: 'gift-card', id })

const columns = [
  ...(['id', 'state', 'amountCents', 'hint', 'issue', 'email', 'boughtAt'] as const),
  ...(['recipientName', 'recipientEmail', 'message', 'payBy', 'paidBy'] as const),
] as const

/** With a code that nobody else has. */
export async function insertCard(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'seal'> },
  { id = randomUUID(), now, payBy, paidBy, recipientName, recipientEmail, message, ...card }: NewCard,
): Promise<{ card: GiftCard; code: string }> {
  const { code, sealed } = await sealCode({ tx, vault }, id)
  const row = await tx
    .insertInto('giftCards')
    .values({
      ...card,
      id,
      ...sealed,
      issue: 1,
      recipientName: recipientName ?? null,
      recipientEmail: recipientEmail ?? null,
      message: message ?? null,
      boughtAt: now,
      payBy: payBy ?? null,
      paidBy: paidBy ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { card: withoutNulls(row), code }
}

/** A new code, and the columns of its card; the earlier one can't be opened any more. */
export async function sealCode({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'seal'> }, id: string) {
  const code = drawCode()
  const sealed = { codeHash: hashCode(code), code: await vault.seal(tx, toHolder(id), code), hint: code.slice(-4) }
  return { code, sealed }
}

export async function findCard(db: Db, id: string): Promise<GiftCard | undefined> {
  const row = await db.selectFrom('giftCards').select(columns).where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}

/** Locks the card's row until the transaction ends, so that its balance is what it reads there. */
export async function lockCard(tx: Tx, id: string): Promise<GiftCard | undefined> {
  const row = await tx
    .updateTable('giftCards')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row && withoutNulls(row)
}

/** The code itself, for whoever may use the card. */
export async function openCode({ db, vault }: { db: Db; vault: Pick<Vault, 'open'> }, id: string): Promise<string> {
  const { code } = await db.selectFrom('giftCards').select('code').where('id', '=', id).executeTakeFirstOrThrow()
  const opened = await vault.open(db, toHolder(id), code)
  if (!opened) throw new Error('the code of a gift card has no key')
  return opened.toString()
}

/** The card with a code as it was typed, if it can be used. */
export async function findUsableCard(
  db: Db,
  typed: string,
): Promise<Pick<GiftCard, 'id' | 'hint' | 'issue'> | undefined> {
  return db
    .selectFrom('giftCards')
    .select(['id', 'hint', 'issue'])
    .where('codeHash', '=', hashCode(readCode(typed) ?? ''))
    .where('state', '=', 'active')
    .executeTakeFirst()
}

/** What moved on a card, the oldest first: what it got is positive. */
export async function listCardLines(db: Db, id: string) {
  const lines = await listItemLines(db, 'gift-cards', id)
  return lines.map(({ cents, ...line }) => ({ ...line, cents: -cents }))
}

/** What can still be used; a refund that is on its way to the buyer has left it. */
export const readBalance = async (db: Db, id: string): Promise<number> => (await readBalances(db, [id])).get(id)!

/** The same of several cards. */
export async function readBalances(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  // A refund that is posted between the two counts twice for a moment, and not never.
  const leaving = await sumLeaving(db, ids.map(cardSubject))
  const sums = await sumItems(db, 'gift-cards', ids)
  return new Map(ids.map((id) => [id, 0 - (sums.get(id) ?? 0) - (leaving.get(cardSubject(id)) ?? 0)]))
}

/** The payment that bought a card; none if it was sold at the desk. */
export async function findSale(db: Db, id: string): Promise<Payment | undefined> {
  const { payments } = await listPayments(db, cardSubject(id))
  return payments.find(({ receiptNumber }) => receiptNumber !== undefined)
}

/** Deletes a card that nobody paid for, with the key of its code. */
export async function deleteUnpaidCard(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> },
  id: string,
  now: number,
) {
  const deleted = await tx
    .deleteFrom('giftCards')
    .where('id', '=', id)
    .where('state', '=', 'unpaid')
    .where('payBy', '<=', now)
    .returning('id')
    .executeTakeFirst()
  if (deleted) await vault.destroy(tx, toHolder(id))
}
