import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import type { StockDeps } from '#app/domain/catalogue/stock.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { findSubjectsOrders } from './export-person.server.ts'
import { refundCanceled } from './refund-order.server.ts'
import { moveHoldings } from './order-holdings.server.ts'
import type { Order, OrderStatus } from './order.ts'

/** Orders store phone numbers as they were typed, so `isPhone` compares them. */
export type Customer = { email?: string; isPhone(phone: string): boolean }

export type CustomerOrder = Pick<Order, 'id' | 'number' | 'name' | 'email' | 'phone' | 'status' | 'placedAt'>

export async function findOrdersOfCustomer(db: Db, { email, isPhone }: Customer): Promise<CustomerOrder[]> {
  const columns = ['id', 'number', 'name', 'email', 'phone', 'status', 'placedAt'] as const
  const orders = db.selectFrom('orders').select(columns).orderBy('placedAt', 'desc')
  const byEmail = email ? await orders.where('email', '=', email).execute() : []
  const withPhone = await orders.where('phone', 'is not', null).execute()
  const byPhone = withPhone.filter((row) => row.email !== email && row.phone !== null && isPhone(row.phone))
  return [...byEmail, ...byPhone].map(withoutNulls)
}

/**
 * Removes the customer's details from their orders and cancels open ones. The sales stay in the books. Returns the ids.
 */
export const anonymizeOrders = async (deps: EraseDeps, tx: Tx, buyer: Customer, now: number): Promise<string[]> =>
  anonymizeFound(deps, tx, await findOrdersOfCustomer(tx, buyer), now)

/** The same for one person, where others may share the address. */
export const anonymizeSubjectsOrders = async (
  deps: EraseDeps,
  tx: Tx,
  subject: DataSubject,
  now: number,
): Promise<string[]> => anonymizeFound(deps, tx, await findSubjectsOrders(tx, subject), now)

type EraseDeps = StockDeps & { queue: Queue }

type Found = Pick<Order, 'id' | 'number' | 'status'>

async function anonymizeFound(deps: EraseDeps, tx: Tx, found: Found[], now: number) {
  for (const { id, number, status: before } of found) {
    const status = openStatuses.has(before) ? 'cancelled' : before
    const erased = { name: '', email: '', phone: null, note: null, accountId: null, status }
    await tx.updateTable('orders').set(erased).where('id', '=', id).execute()
    if (status === before) continue
    const change = { id: randomUUID(), orderId: id, status, changedAt: now, told: 0 }
    await tx.insertInto('orderChanges').values(change).execute()
    await moveHoldings(deps, tx, { id, number, from: before, to: status, now })
    await refundCanceled({ tx, queue: deps.queue }, { id, number, now })
  }
  return found.map(({ id }) => id)
}

const openStatuses: ReadonlySet<OrderStatus> = new Set(['new', 'confirmed', 'ready'])

export const listOrderContacts = (db: Db) =>
  db.selectFrom('orders').select(['email', 'phone']).where('email', '<>', '').distinct().execute()
