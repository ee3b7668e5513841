import type { OrderStatus, ToldStatus } from '#app/domain/orders/order.ts'
import type { Page, Parts } from './page.ts'

/** How far an order is, in the clinic's own words; what the buyer reads is on the order's page. */
export const orderStates: Record<OrderStatus, string> = {
  new: 'New',
  confirmed: 'Confirmed',
  ready: 'Ready',
  completed: 'Completed',
  cancelled: 'Canceled',
}

export const adminOrders = {
  title: 'Orders',
  seo: { title: 'Orders', description: 'The orders placed on the website.' },
  filter: 'Orders by how far they are',
  all: 'All',
  search: {
    form: 'Find an order',
    label: 'Number, name or email',
    button: 'Search',
    clear: 'Show all again',
  },
  columns: { buyer: 'Buyer', items: 'Items', placed: 'Placed', total: 'Total' },
  item: (name: string, quantity: number) => `${name}\u00a0×\u00a0${quantity}`,
  none: 'There are no orders here.',
  noneFound: (search: string) => `No order begins with “${search}”.`,
  export: {
    button: 'Save as CSV',
    hint: 'For a spreadsheet, with names and addresses. Keep the file where only you can read it.',
  },
  csv: {
    file: 'orders',
    columns: ['Number', 'State', 'Placed', 'Name', 'Email', 'Phone', 'Items', 'Total', 'Note'],
  },
} satisfies Page & Parts

export const adminOrder = {
  heading: (number: string) => `Order ${number}`,
  back: 'All orders',
  buyer: { heading: 'Buyer', name: 'Name', email: 'Email', phone: 'Phone', placed: 'Placed', note: 'Note' },
  /** Of the mail that a click begins. */
  replySubject: (number: string, clinic: string) => `Your order ${number} at ${clinic}`,
  slip: 'Print this page for a slip to put with the order.',
  state: {
    heading: 'How far it is',
    /** Each a button that takes the order there. */
    to: {
      new: 'New',
      confirmed: 'Confirm',
      ready: 'Ready to pick up',
      completed: 'Picked up and completed',
      cancelled: 'Cancel the order',
    } satisfies Record<OrderStatus, string>,
    /** The box beside a step. */
    tell: {
      confirmed: 'Email the buyer that it is confirmed',
      ready: 'Email the buyer that it is ready',
      cancelled: 'Email the buyer that it was canceled',
    } satisfies Record<ToldStatus, string>,
    /** While letters do not leave the house. */
    tellKept: {
      confirmed: 'Keep a letter that it is confirmed',
      ready: 'Keep a letter that it is ready',
      cancelled: 'Keep a letter that it was canceled',
    } satisfies Record<ToldStatus, string>,
    changed: (state: string) => `The order is now: ${state}.`,
    changedMeanwhile: (state: string) =>
      `Somebody changed this order meanwhile: it is now ${state}. Nothing else was changed.`,
    notNext: 'This order cannot go there from where it is.',
  },
  history: {
    heading: 'What happened',
    placed: 'Placed on the website',
    told: 'with a letter to the buyer',
  },
} satisfies Parts
