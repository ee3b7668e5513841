import type { Database } from '#app/database/connection.server.ts'

/** A stored record of one of the public forms; `at` is its time by the site's clock. */
export type Stored = { form: string; id: string; email: string; at: number }

/** An email with the id of the record that caused it. */
export type StoredEmail = { kind: string; causeId: string; messageId: string; recipient: string; state: string }

/** Whether it is the morning email, which no form causes. */
export const isMorningEmail = ({ kind }: Pick<StoredEmail, 'kind'>) => kind === 'today'

/** All records that visitors created. */
export async function readStored({
  db,
}: Pick<Database, 'db'>): Promise<{ stored: Stored[]; emails: StoredEmail[]; badSums: string[]; badCounts: string[] }> {
  const subscribers = await db.selectFrom('subscribers').select(['id', 'email', 'createdAt as at']).execute()
  const messages = await db.selectFrom('messages').select(['id', 'email', 'sentAt as at']).execute()
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'email', 'number', 'status', 'totalCents', 'placedAt as at'])
    .execute()
  const lines = await db
    .selectFrom('orderLines')
    .select(['orderId', 'productId', 'priceCents', 'quantity', 'taxCents'])
    .execute()
  const stock = await db.selectFrom('stock').select(['saleItem', 'count']).execute()
  const counted = await db.selectFrom('stockMovements').selectAll().where('kind', '=', 'counted').execute()
  const sums = new Map<string, number>()
  for (const { orderId, priceCents, quantity, taxCents } of lines)
    sums.set(orderId, (sums.get(orderId) ?? 0) + priceCents * quantity + (taxCents ?? 0))
  const canceled = new Set(orders.flatMap(({ id, status }) => (status === 'cancelled' ? [id] : [])))
  /** For products that were counted once, before the first order. */
  const countOf = (saleItem: string) =>
    lines
      .filter(({ productId, orderId }) => productId === saleItem && !canceled.has(orderId))
      .reduce(
        (left, { quantity }) => left - quantity,
        counted.find((movement) => movement.saleItem === saleItem)?.after ?? 0,
      )
  const emails = await db.selectFrom('emails').select(['kind', 'ids', 'messageId', 'recipient', 'state']).execute()
  const sentWith =
    (form: string) =>
    ({ id, email, at }: Omit<Stored, 'form'>) => ({ form, id, email, at })
  return {
    stored: [
      ...subscribers.map(sentWith('newsletter')),
      ...messages.map(sentWith('contact')),
      ...orders.map(sentWith('order')),
    ],
    badSums: orders.filter(({ id, totalCents }) => sums.get(id) !== totalCents).map(({ number }) => number),
    badCounts: stock.filter(({ saleItem, count }) => countOf(saleItem) !== count).map(({ saleItem }) => saleItem),
    emails: emails.map(({ kind, ids, messageId, recipient, state }) => ({
      kind,
      // Each of these emails has one cause, so there is only one id.
      causeId: Object.values<string>(JSON.parse(ids)).join(' '),
      messageId,
      recipient,
      state,
    })),
  }
}
