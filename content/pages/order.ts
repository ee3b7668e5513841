import type { OrderStatus } from '#app/domain/orders/order.ts'
import type { Facts, Page, Parts } from './page.ts'

/** Above the order form's button, on the order's page and in its letters. */
export const payment = { how: 'Pay at pick-up or by invoice.', tax: 'Sales tax is added at pick-up.' }

const wait = 'We write or call you when it is ready. Please wait for word from us before you come.'

/** What happens after an order, on its page and in the buyer's letter. */
export const afterOrder = {
  heading: 'What happens next',
  next: `We put your order together. ${wait}`,
  wait,
  change: (clinic: Facts) => `To change or cancel it, call ${clinic.phone.display} and tell us the order number.`,
}

/** How far an order is: in a word, and in a sentence. */
const statuses: Record<OrderStatus, { word: string; sentence: string }> = {
  new: { word: 'Received', sentence: 'We have your order and are putting it together.' },
  confirmed: { word: 'Confirmed', sentence: 'We have confirmed your order and are putting it together.' },
  ready: { word: 'Ready to pick up', sentence: 'Your order is ready. Pick it up while we are open.' },
  completed: { word: 'Completed', sentence: 'You have your order. Thank you.' },
  cancelled: { word: 'Canceled', sentence: 'This order was canceled.' },
}

/** The page of one order; who has its link needs no account. The success text is the specification's own. */
export const orderPage = {
  title: 'Your order',
  seo: {
    title: 'Your order',
    description:
      'What you ordered from us, what it comes to, and how far it is. Only those who have the link can see this page.',
  },
  heading: (number: string) => `Order ${number}`,
  statuses,
  success: 'Your order has been placed successfully!',
  /** While letters do not leave the house. */
  keep: 'Please print or save this page. It is your confirmation, and this address brings you back to it:',
  /** When many orders within an hour named the same address. */
  quiet: 'We sent several emails to this address within the last hour, so no further email is sent now.',
  /** Once they do. */
  mailed: (email: string) => `The confirmation goes to ${email}, with a link to this page.`,
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

/** For a link that is cut short, or an order that is no longer in the books (404). */
export const orderNotFound = {
  title: 'We cannot find this order',
  lead: 'The link may be cut short. Please open it again where you got it, all of it.',
  seo: {
    title: 'Order not found',
    description: 'There is no order at this address. Please open the whole link again, or call us and ask.',
  },
  help: (clinic: Facts) => `Or call ${clinic.phone.display} and tell us your name or the order number.`,
} satisfies Page & Parts
