import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import {
  type ChangeOrderResult,
  explainUnchanged,
  listOrderChanges,
  type OrderDeps,
  setStatus,
  type StatusChange,
  toStatusWord,
} from './change-order.server.ts'
import { moveHoldings } from './order-holdings.server.ts'
import { canNotify } from './order.ts'
import { keepPaid, refundCanceled } from './refund-order.server.ts'

/** Undo is offered for seconds; without scripts its button stays on the page. */
const undoMs = 3 * 60_000

/**
 * Takes back the last change, from `to` to `from`, and its email, which waits as long as Undo is offered. Repeating it
 * succeeds and does nothing.
 */
export async function undoOrderChange(
  { database, queue, vault, pages }: OrderDeps,
  actor: Actor,
  { number, from, to, now }: Omit<StatusChange, 'tell'>,
): Promise<ChangeOrderResult> {
  return database.transaction(async (tx) => {
    // First, since it also locks the order.
    const order = await setStatus(tx, number, from, to)
    if (!order) return explainUnchanged(tx, { number, to })
    const [last, before] = (await listOrderChanges({ db: tx }, order.id)).toReversed()
    const isLast = last?.status === from && last.changedAt > now - undoMs && (before?.status ?? 'new') === to
    if (!isLast) return database.refuse(tx, { ok: false, reason: 'too-late' })
    const moved = await moveHoldings({ pages }, tx, { id: order.id, number, from, to, now })
    if (!moved.ok) return database.refuse(tx, moved)
    const isTold = last.told && canNotify(from)
    if (isTold && !(await deleteUnsent({ tx, queue }, `order-${from}`, [order.id])))
      return database.refuse(tx, { ok: false, reason: 'too-late' })
    if (from === 'cancelled') await keepPaid(tx, { id: order.id, number })
    // It was reopened, and may have been paid since.
    if (to === 'cancelled') await refundCanceled({ tx, queue }, { id: order.id, number, now, waits: !actor.mayRefund })
    await tx
      .deleteFrom('orderChanges')
      .where('orderId', '=', order.id)
      .where('changedAt', '=', last.changedAt)
      .where('status', '=', from)
      .execute()
    const detail = `${toStatusWord(from)} to ${toStatusWord(to)}, undone`
    await recordAct({ tx, vault }, actor, { act: 'order.changed', record: `order:${number}`, detail })
    return { ok: true }
  })
}
