import type { OrderStatus, NotifiedStatus } from '#app/domain/orders/order.ts'

/** For the clinic; the customer's words are in order.ts. */
export const orderStates: Record<OrderStatus, string> = {
  new: 'New',
  confirmed: 'Confirmed',
  ready: 'Ready',
  completed: 'Completed',
  cancelled: 'Canceled',
}

export const adminOrders = {
  title: 'Orders',
  filter: 'Orders by status',
  all: 'All',
  search: {
    form: 'Find an order',
    label: 'Number, name or email',
    button: 'Search',
    clear: 'Show all',
  },
  columns: { choose: 'Select', buyer: 'Customer', items: 'Items', placed: 'Placed', total: 'Total' },
  item: (name: string, quantity: number) => `${name}\u00a0×\u00a0${quantity}`,
  bulk: {
    choose: (number: string) => `Choose order ${number}`,
    tell: 'Email the customers',
    /** While emails are stored and not sent. */
    store: 'Store emails to the customers',
    noneChanged: 'No order was changed: each is at another status by now, or can’t go to that one.',
    changed: (count: number, state: string, skipped: number) =>
      `${count} ${count === 1 ? 'order' : 'orders'}: ${state}.${skipped > 0 ? ` ${skipped} couldn’t be changed.` : ''}`,
    restored: (count: number, skipped: number) =>
      `Undone for ${count} ${count === 1 ? 'order' : 'orders'}.${skipped > 0 ? ` It couldn’t be undone for ${skipped}.` : ''}`,
  },
  none: {
    text: 'No orders yet',
    hint: 'When a customer orders on the website, it appears here, and you get an email.',
    step: { text: 'See your products', href: '/products' },
  },
  noneFound: {
    search: (search: string) => `No orders match “${search}”`,
    state: (state: string) => `No orders with the status “${state}”`,
    hint: 'Try a number, the beginning of a name, or an email address.',
  },
  export: {
    button: 'Export as CSV',
    hint: 'Opens in any spreadsheet and includes names and email addresses. Store the file somewhere private.',
  },
  csv: {
    file: 'orders',
    columns: ['Number', 'Status', 'Placed', 'Name', 'Email', 'Phone', 'Items', 'Total', 'Note'],
  },
}

export const adminOrder = {
  heading: (number: string) => `Order ${number}`,
  back: 'All orders',
  buyer: {
    heading: 'Customer',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    placed: 'Placed',
    note: 'Note',
    payment: 'Payment',
  },
  payment: {
    paid: (receipt: number) => `Paid online, receipt ${receipt}.`,
    refunded: (amount: string) => `Refunded: ${amount}.`,
    refundWaits: (amount: string) => `Refund of ${amount} waits for a manager.`,
    unpaid: (time: string) => `To be paid online until ${time}.`,
  },
  /** Of an email to the customer. */
  replySubject: (number: string, clinic: string) => `Your order ${number} at ${clinic}`,
  slip: 'Print this page for a packing slip.',
  state: {
    heading: 'Status',
    /** Each is a button that changes the status. */
    to: {
      new: 'New',
      confirmed: 'Confirm',
      ready: 'Ready for pickup',
      completed: 'Picked up',
      cancelled: 'Cancel order',
    } satisfies Record<OrderStatus, string>,
    tell: {
      confirmed: 'Email the customer that it’s confirmed',
      ready: 'Email the customer that it’s ready',
      cancelled: 'Email the customer that it’s canceled',
    } satisfies Record<NotifiedStatus, string>,
    /** While emails are stored and not sent. */
    tellByPhone: {
      confirmed: 'Store an email that it’s confirmed',
      ready: 'Store an email that it’s ready',
      cancelled: 'Store an email that it’s canceled',
    } satisfies Record<NotifiedStatus, string>,
    changed: (state: string) => `Order status: ${state}.`,
    restored: (state: string) => `Undone. Order status: ${state}.`,
    tooLate: 'This change can’t be undone any more. Choose the right status instead.',
    changedMeanwhile: (state: string) =>
      `Someone else just changed this order. It’s now ${state}, and your change wasn’t saved.`,
    cardSpent:
      'The gift card that paid for this order has less left on it now, or is blocked, so the order stays canceled.',
    soldOut: (left: string) =>
      `This order can’t be reopened, because its pieces were sold meanwhile. Left now: ${left}.`,
    left: (product: string, left: number) => `${product}: ${left}`,
    notNext: 'This order can’t be changed to that status.',
  },
  history: {
    heading: 'History',
    placed: 'Placed on the website',
    told: 'with an email to the customer',
  },
}
