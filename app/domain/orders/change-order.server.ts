import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { hasEmailFailed, resendToCorrectedAddress } from '#app/domain/outbox/correct-address.server.ts'
import type { StockDeps } from '#app/domain/catalogue/stock.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { CardSpent } from './order-gift-card.server.ts'
import { moveHoldings } from './order-holdings.server.ts'
import type { SoldOut } from './order-stock.server.ts'
import { keepPaid, refundCanceled } from './refund-order.server.ts'
import { canNotify, nextStatuses, type OrderStatus } from './order.ts'
import { orderStates } from '#content/pages/admin-orders.ts'

export type OrderDeps = StockDeps & { database: Database; queue: Queue; mailDomain: string; vault: Vault }

export type StatusChange = {
  number: string
  /** The status on the page that was submitted. */
  from: OrderStatus
  to: OrderStatus
  /** Whether to email the customer; ignored for statuses without an email. */
  tell: boolean
  now: number
}

export type ChangeOrderResult =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  /** Not a valid next status. */
  | { ok: false; reason: 'not-next' }
  /** The customer was emailed, or it was long ago. */
  | { ok: false; reason: 'too-late' }
  /** Another person or tab was faster; nothing was changed. */
  | { ok: false; reason: 'changed-meanwhile'; status: OrderStatus }
  /** It was canceled, and others have ordered its pieces since. */
  | SoldOut
  | CardSpent

/** Changes an order's status and emails the customer. Repeating a change succeeds and does nothing. */
export async function changeOrder(deps: OrderDeps, actor: Actor, change: StatusChange): Promise<ChangeOrderResult> {
  const { number, from, to, tell, now } = change
  if (!nextStatuses[from].includes(to)) return { ok: false, reason: 'not-next' }
  return deps.database.transaction(async (tx) => {
    const order = await setStatus(tx, number, from, to)
    if (!order) return explainUnchanged(tx, change)
    const moved = await moveHoldings(deps, tx, { ...change, id: order.id })
    if (!moved.ok) return deps.database.refuse(tx, moved)
    if (to === 'cancelled')
      await refundCanceled({ tx, queue: deps.queue }, { id: order.id, number, now, waits: !actor.mayRefund })
    // What has not gone back yet pays for it again.
    if (from === 'cancelled') await keepPaid(tx, { id: order.id, number })
    const told = tell && canNotify(to)
    await tx
      .insertInto('orderChanges')
      .values({ id: randomUUIDv7(), orderId: order.id, status: to, changedAt: now, told: told ? 1 : 0 })
      .execute()
    if (told) {
      const email = { kind: `order-${to}`, ids: { orderId: order.id }, recipient: order.email } as const
      await sendEmail({ ...deps, tx }, { ...email, sendAt: now + undoOfferMs })
    }
    const detail = `${toStatusWord(from)} to ${toStatusWord(to)}${told ? ', customer emailed' : ''}`
    await recordAct({ tx, vault: deps.vault }, actor, { act: 'order.changed', record: `order:${number}`, detail })
    return { ok: true }
  })
}

/** Undefined if the order is not at `from`. It also locks the order. */
export const setStatus = (tx: Tx, number: string, from: OrderStatus, to: OrderStatus) =>
  tx
    .updateTable('orders')
    .set({ status: to })
    .where('number', '=', number)
    .where('status', '=', from)
    .returning(['id', 'email'])
    .executeTakeFirst()

export const toStatusWord = (status: OrderStatus) => orderStates[status].toLowerCase()

export async function explainUnchanged(
  tx: Tx,
  { number, to }: Pick<StatusChange, 'number' | 'to'>,
): Promise<ChangeOrderResult> {
  const order = await tx.selectFrom('orders').select('status').where('number', '=', number).executeTakeFirst()
  if (!order) return { ok: false, reason: 'not-found' }
  if (order.status === to) return { ok: true }
  return { ok: false, reason: 'changed-meanwhile', status: order.status }
}

/** Corrects the address of an order after its email bounced; false if that email is no longer failed. */
export function correctCustomerEmail(
  { database, ...deps }: { database: Database; queue: Queue; vault: Vault },
  actor: Actor,
  { emailId, orderId, email }: { emailId: string; orderId: string; email: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await hasEmailFailed(tx, emailId))) return false
    await tx.updateTable('orders').set({ email }).where('id', '=', orderId).execute()
    await resendToCorrectedAddress({ ...deps, tx }, actor, { emailId, about: { orderId }, email })
    return true
  })
}

export type OrderChange = { status: OrderStatus; changedAt: number; told: boolean }

export async function listOrderChanges({ db }: Pick<Database, 'db'>, orderId: string): Promise<OrderChange[]> {
  const rows = await db
    .selectFrom('orderChanges')
    .select(['status', 'changedAt', 'told'])
    .where('orderId', '=', orderId)
    // Ids of the same millisecond are unordered.
    .orderBy('changedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ status, changedAt, told }) => ({ status, changedAt, told: told === 1 }))
}
