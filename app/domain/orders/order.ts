/** One product of an order, with the name and the price that it had when the order was placed. */
export type OrderedLine = {
  /** Of the product, or of one of its forms: 'triphala.powder'. */
  productId: string
  name: string
  priceCents: number
  /** A whole number above 0. */
  quantity: number
  /** Whether the FDA disclaimer stands beside it. */
  supplement: boolean
}

export const orderStatuses = ['new', 'confirmed', 'ready', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * What an order may become next, the usual step first. An order that was completed or canceled by mistake comes back
 * the way it went.
 */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  new: ['confirmed', 'ready', 'cancelled'],
  confirmed: ['ready', 'completed', 'cancelled'],
  ready: ['completed', 'confirmed', 'cancelled'],
  completed: ['ready'],
  cancelled: ['confirmed'],
}

/** The changes of which an email can tell the buyer. */
export const notifiedStatuses = ['confirmed', 'ready', 'cancelled'] as const satisfies OrderStatus[]
export type NotifiedStatus = (typeof notifiedStatuses)[number]
export const canNotify = (status: OrderStatus): status is NotifiedStatus =>
  (notifiedStatuses as readonly OrderStatus[]).includes(status)

export type Order = {
  id: string
  /** What people call it by, 'K7F-29Q'. */
  number: string
  status: OrderStatus
  name: string
  email: string
  phone?: string
  note?: string
  /** In the order of the cart. */
  lines: OrderedLine[]
  totalCents: number
  /** Epoch milliseconds. */
  placedAt: number
}

/** An order as a list shows it. */
export type OrderRow = {
  id: string
  number: string
  status: OrderStatus
  name: string
  lines: Pick<OrderedLine, 'name' | 'quantity'>[]
  totalCents: number
  placedAt: number
}

/** Signed links to an order's page: who has the link needs no account, and it does not expire. */
export const orderPurpose = 'order'
export const orderPath = (token: string) => `/orders/${token}`

/** Whole cents; beyond the safe integers it would not be exact, so that is refused. */
export function totalCentsOf(lines: readonly Pick<OrderedLine, 'priceCents' | 'quantity'>[]) {
  const total = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0)
  if (!Number.isSafeInteger(total)) throw new RangeError('the total of an order must be a safe integer')
  return total
}

/**
 * Whether two carts hold the same: products and quantities decide, in whatever order. A price or a name that changed
 * between two clicks does not make another order of the same cart.
 */
export function haveSameItems(some: readonly LineContent[], others: readonly LineContent[]) {
  const quantities = new Map(some.map(({ productId, quantity }) => [productId, quantity]))
  return (
    some.length === others.length && others.every(({ productId, quantity }) => quantities.get(productId) === quantity)
  )
}

type LineContent = Pick<OrderedLine, 'productId' | 'quantity'>
