import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import type { OrderStatus } from './order.ts'

/** Who is looked for. Orders hold phone numbers as they were typed. */
export type Customer = { email?: string; isPhone(phone: string): boolean }

export type CustomerOrder = {
  id: string
  number: string
  name: string
  email: string
  phone?: string
  status: OrderStatus
  placedAt: number
}

/** Every order of a person, the latest first. */
export async function findOrdersOfCustomer(db: Db, { email, isPhone }: Customer): Promise<CustomerOrder[]> {
  const columns = ['id', 'number', 'name', 'email', 'phone', 'status', 'placedAt'] as const
  const orders = db.selectFrom('orders').select(columns).orderBy('placedAt', 'desc')
  const byEmail = email ? await orders.where('email', '=', email).execute() : []
  const withPhone = await orders.where('phone', 'is not', null).execute()
  const byPhone = withPhone.filter((row) => row.email !== email && row.phone !== null && isPhone(row.phone))
  return [...byEmail, ...byPhone].map(({ phone, placedAt, ...row }) => ({
    ...row,
    ...(phone !== null && { phone }),
    placedAt,
  }))
}

/**
 * Takes the person off their orders; what was sold stays in the clinic's books. An order that was still to be picked up
 * is canceled. Answers the ids.
 */
export async function anonymizeOrders(tx: Tx, buyer: Customer, now: number): Promise<string[]> {
  const found = await findOrdersOfCustomer(tx, buyer)
  const open = found.filter(({ status }) => openStatuses.has(status))
  for (const { id } of found)
    await tx
      .updateTable('orders')
      .set({ name: '', email: '', phone: null, note: null, accountId: null })
      .where('id', '=', id)
      .execute()
  for (const { id } of open) {
    await tx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
    await tx
      .insertInto('orderChanges')
      .values({ id: randomUUID(), orderId: id, status: 'cancelled', changedAt: now, told: 0 })
      .execute()
  }
  return found.map(({ id }) => id)
}

const openStatuses: ReadonlySet<OrderStatus> = new Set(['new', 'confirmed', 'ready'])

/** Addresses and phone numbers that orders name. */
export const listOrderContacts = (db: Db) =>
  db.selectFrom('orders').select(['email', 'phone']).where('email', '<>', '').distinct().execute()
