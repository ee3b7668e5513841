import type { OrderStatus } from '#app/domain/orders/order.ts'

const statuses: Record<OrderStatus, string> = {
  new: 'Received',
  confirmed: 'Confirmed',
  ready: 'Ready to pick up',
  completed: 'Completed',
  cancelled: 'Canceled',
}

/** Names of what an order has. The other texts of its page are in order.json. */
export const orderPage = {
  statuses,
  /** Exact text of the specification. */
  success: 'Your order has been placed successfully!',
  ordered: {
    product: 'Product',
    quantity: 'Quantity',
    amount: 'Amount',
    each: (price: string) => `${price} each`,
    /** Only if the clinic takes online payments. */
    tax: (rate: string, product: string) => `Sales tax ${rate}, ${product}`,
    total: 'Total',
    giftCard: (hint: string) => `Gift card ··${hint}`,
    afterCard: 'After the gift card',
  },
  details: {
    number: 'Order number',
    status: 'Status',
    placed: 'Placed',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    note: 'Note',
  },
}
