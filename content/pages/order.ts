import type { OrderStatus } from '#app/domain/orders/order.ts'
import type { Facts, Page, Parts } from './page.ts'

/** Above the order form's button, on the order's page and in its emails. */
export const payment = { how: 'Pay at pick-up or by invoice.', tax: 'Sales tax is added at pick-up.' }

const wait = 'We’ll call or email when your order is ready. Please wait to hear from us before you come.'

/** On the order's page and in the customer's email. */
export const afterOrder = {
  heading: 'What happens next',
  wait,
  change: (clinic: Facts) => `To change or cancel it, call ${clinic.phone.display} and tell us the order number.`,
}

const statuses: Record<OrderStatus, { word: string; sentence: string }> = {
  new: { word: 'Received', sentence: 'We’ve received your order and are preparing it.' },
  confirmed: { word: 'Confirmed', sentence: 'We’ve confirmed your order and are preparing it.' },
  ready: { word: 'Ready to pick up', sentence: 'Your order is ready. You can pick it up any time we’re open.' },
  completed: { word: 'Completed', sentence: 'You’ve picked up your order. Thank you.' },
  cancelled: { word: 'Canceled', sentence: 'This order was canceled.' },
}

/** Opened by a signed link, without an account. The success text is the specification's own. */
export const orderPage = {
  title: 'Your order',
  seo: {
    title: 'Your order',
    description:
      'What you ordered, the total and the status of your order. Only people with the link can see this page.',
  },
  heading: (number: string) => `Order ${number}`,
  statuses,
  success: 'Your order has been placed successfully!',
  /** If emails are only stored. */
  keep: 'Please print or save this page. It is your confirmation, and this link brings you back to it:',
  /** If this address got too many order emails within an hour. */
  quiet: 'We’ve already sent several emails to this address within the last hour, so we won’t send another one now.',
  /** If emails are sent. */
  mailed: (email: string) => `Your confirmation is on its way to ${email}, with a link to this page.`,
  ordered: {
    heading: 'What you ordered',
    product: 'Product',
    quantity: 'Quantity',
    amount: 'Amount',
    each: (price: string) => `${price} each`,
    total: 'Total',
  },
  details: {
    heading: 'Your details',
    number: 'Order number',
    status: 'Status',
    placed: 'Placed',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    note: 'Note',
  },
  questions: (clinic: Facts) =>
    `Questions about this order? Call ${clinic.phone.display} and tell us the order number.`,
} satisfies Page & Parts

/** For an incomplete link, or an erased order (404). */
export const orderNotFound = {
  title: 'We can’t find this order',
  lead: 'The link may be incomplete. Please open the whole link again from your email or wherever you saved it.',
  seo: {
    title: 'Order not found',
    description: 'There is no order at this address. Please open the whole link again, or call us and ask.',
  },
  help: (clinic: Facts) => `Or call ${clinic.phone.display} and tell us your name or the order number.`,
} satisfies Page & Parts
