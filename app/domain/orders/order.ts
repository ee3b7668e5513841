import type { Tables } from '#app/database/tables.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Signer } from '#app/vault/signing.server.ts'

/** Name and price are those of the moment when the order was placed. */
export type OrderedLine = {
  /** A product, or one of its forms: 'triphala.powder'. */
  productId: string
  name: string
  priceCents: number
  quantity: number
  /** Whether the FDA disclaimer stands beside it. */
  supplement: boolean
  /** `rate`: thousandths of a percent. Undefined if sales tax is added at pick-up. */
  tax?: { rate: number; cents: number } | undefined
}

/** Whether its total has sales tax in it, which is otherwise added at pick-up. */
export const hasTax = ({ lines }: { lines: readonly Pick<OrderedLine, 'tax'>[] }) => lines.some(({ tax }) => tax)

export const orderStatuses = ['new', 'confirmed', 'ready', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Allowed next statuses, the usual one first. A mistaken completion or cancellation can be undone. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  new: ['confirmed', 'ready', 'cancelled'],
  confirmed: ['ready', 'completed', 'cancelled'],
  ready: ['completed', 'confirmed', 'cancelled'],
  completed: ['ready'],
  cancelled: ['confirmed'],
}

/** Online: one that was picked up was paid then. */
export const canBePaid = (status: OrderStatus) => status !== 'cancelled' && status !== 'completed'

/** The statuses with an email to the customer. */
export const notifiedStatuses = ['confirmed', 'ready', 'cancelled'] as const satisfies OrderStatus[]
export type NotifiedStatus = (typeof notifiedStatuses)[number]
export const canNotify = (status: OrderStatus): status is NotifiedStatus =>
  (notifiedStatuses as readonly OrderStatus[]).includes(status)

/** `number`: 'K7F-29Q'. */
export type Order = Omit<WithoutNulls<Tables['orders']>, 'cartId' | 'accountId'> & { lines: OrderedLine[] }

export type OrderRow = Pick<Order, 'id' | 'number' | 'status' | 'name' | 'totalCents' | 'placedAt'> & {
  lines: Pick<OrderedLine, 'name' | 'quantity'>[]
}

/** What is left to pay after its gift card. */
export const dueCents = ({ totalCents, giftCardCents = 0 }: Pick<Order, 'totalCents' | 'giftCardCents'>) =>
  totalCents - giftCardCents

/** Whether a gift card paid all of it. */
export const isCovered = (order: Pick<Order, 'totalCents' | 'giftCardCents'>) =>
  order.giftCardCents !== undefined && dueCents(order) === 0

/** What a payment for it is about. */
export const orderSubject = ({ number }: Pick<Order, 'number'>): Subject => `order:${number}`

/** A signed link opens an order's page without an account and does not expire. */
export const orderPurpose = 'order'
export const orderPath = (token: string) => `/orders/${token}`
export const signOrderLink = (signer: Pick<Signer, 'sign'>, id: string) => orderPath(signer.sign(orderPurpose, id))

/** Throws beyond the safe integers, where cents are no longer exact. */
export function totalCentsOf(lines: readonly Pick<OrderedLine, 'priceCents' | 'quantity' | 'tax'>[]) {
  const total = lines.reduce((sum, { priceCents, quantity, tax }) => sum + priceCents * quantity + (tax?.cents ?? 0), 0)
  if (!Number.isSafeInteger(total)) throw new RangeError('the total of an order must be a safe integer')
  return total
}

/**
 * Compares products and quantities in any order. A price or name that changed between two clicks must not make a second
 * order of the same cart.
 */
export function haveSameItems(some: readonly LineContent[], others: readonly LineContent[]) {
  const quantities = new Map(some.map(({ productId, quantity }) => [productId, quantity]))
  return (
    some.length === others.length && others.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  )
}

type LineContent = Pick<OrderedLine, 'productId' | 'quantity'>
