import type { Facts } from './page.ts'

/** Above the order form's button, on the order's page and in its letters. */
export const payment = { how: 'Pay at pick-up or by invoice.', tax: 'Sales tax is added at pick-up.' }

/** What happens after an order, on its page and in the buyer's letter. */
export const afterOrder = {
  heading: 'What happens next',
  next: 'We put your order together, and write or call you when it is ready. Please wait for word from us before you come.',
  change: (clinic: Facts) => `To change or cancel it, call ${clinic.phone.display} and tell us the order number.`,
}
