import type { Facts } from './page.ts'

/** Controls and answers of the cart. Its other texts are in cart.json. */
export const cartPage = {
  /** For products that can't be ordered any more. */
  gone: (product: string | undefined) =>
    product
      ? `${product} is not available now, so it is no longer in your cart.`
      : 'We no longer carry one of the products in your cart, so we removed it.',
  noCookies: {
    error: 'Your browser blocks this website’s cookies, so we can’t keep anything in your cart.',
    advice: (clinic: Facts) =>
      `Allow them for this website and add the product again, or order by phone: ${clinic.phone.display}.`,
  },
  each: (price: string) => `${price} each`,
  quantityOf: (product: string) => `Quantity of ${product}`,
  lower: (product: string) => `Decrease: ${product}`,
  raise: (product: string) => `Increase: ${product}`,
  remove: 'Remove',
  removeProduct: (product: string) => `Remove ${product}`,
  /** For typed quantities, without scripts. */
  update: 'Update quantities',
  /** Beside an invalid quantity, which is not applied. */
  notAQuantity: (typed: string) => `We can’t use “${typed}”. Enter a whole number, 1 or more.`,
  noQuantity: 'Enter a whole number, 1 or more.',
  /** Announced after a change. */
  changed: (product: string, quantity: number) => `${product}: ${quantity}.`,
  removed: (product: string) => `${product} was removed.`,
  /** Puts the line removed last back. */
  undo: 'Undo',
  undoRemove: (product: string) => `Undo: put ${product} back`,
  newTotal: (total: string) => `Total ${total}.`,
  fields: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    note: 'Note',
    noteHint: 'Please no medical details.',
  },
  total: 'Total',
  button: 'Place Order',
  pending: 'Placing your order…',
  /** Exact texts of the specification, section 8. */
  blank: 'Please enter your name and email before placing the order.',
  failure: 'Failed to place order. Please try again later.',
  changedMeanwhile:
    'Your cart or a price has changed since you saw it. Please check the total, then press Place Order again.',
  tooFew:
    'There isn’t enough left of something in your cart. Change the quantities below, then press Place Order again.',
  nothingToOrder: 'Your cart is empty now, so nothing was ordered.',
  quantitiesChanged: 'We’ve updated your quantities. Please check the total, then press Place Order again.',
  orderedAlready: {
    /** For a cart that was ordered before with other contents. */
    text: (number: string) =>
      `You already ordered this cart, as order ${number}. What you see here would be a new order: check it, then press Place Order again.`,
    link: (number: string) => `See order ${number}`,
  },
  offline: (clinic: Facts) =>
    `You seem to be offline. Everything is still here; press again in a moment, or call ${clinic.phone.display}.`,
}

/** Only if the clinic takes online payments. Here, so that the cart of any other loads no further file. */
export const payChoice = {
  intro: 'We’ll get in touch when your order is ready to pick up.',
  legend: 'How would you like to pay?',
  pickUp: 'Pay at pick-up',
  online: 'Pay now online',
  tax: (rate: string, product: string) => `Sales tax ${rate}, ${product}`,
  hint: 'You’ll pay by card on the page of our payment service. We’ll hold your order for 24 hours.',
}

/** The same. */
export const cardChoice = {
  label: 'Gift card code',
  hint: 'The card pays what it can. Pay the rest as you choose here.',
  problems: {
    unknown: 'We don’t know this code. Check its 16 characters, or leave it empty.',
    empty: 'There is nothing left on this card. Leave the code empty to order without it.',
  },
}
