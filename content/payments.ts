import type { PayableKind } from '#app/domain/payments/subject.ts'
import type { Page } from './pages/page.ts'

/** What a payment is for, in the dashboard. */
export const paidFor: Record<PayableKind, (ref: string) => string> = {
  order: (number) => `Order ${number}`,
  fee: () => 'Cancellation fee',
  'gift-card': () => 'Gift card',
  appointment: () => 'Appointment',
  plan: () => 'Plan',
}

/** What customers read about paying online. None of it is shown unless PAYMENTS is set. */
export const onlinePayment = {
  /** The only words that the payment service gets. */
  label: (number: string) => `Order ${number}`,
  cardLabel: 'Gift card',
  heading: 'Payment',
  button: 'Pay online',
  /** Under the title of an order that is to be paid first. */
  lead: 'We’ve received your order. It isn’t paid yet.',
  offer: 'You can pay online now, or when you pick it up.',
  payBy: (time: string) => `Please pay online by ${time}. After that, the order ends by itself and costs you nothing.`,
  open: 'If you have just paid, this page will say so within a few minutes. You won’t be charged twice.',
  paid: (number: number) => `Paid online, receipt ${number}. Thank you.`,
  receipt: 'Save the receipt (PDF)',
  refunded: (amount: string) => `We’ve sent back ${amount}. Your bank may take 5 to 10 days to show it.`,
  refundWaits: (amount: string) => `We’ll send back ${amount}. Your bank may take 5 to 10 days to show it after that.`,
  refunding: (amount: string) => `We’re sending back ${amount}. Your bank may take 5 to 10 days to show it.`,
  unavailable:
    'The payment page can’t be opened right now, so you haven’t been charged. Please try again in a few minutes, or pay at pick-up.',
  notPayable: 'This order can’t be paid online any more. Its status is shown below.',
  /** In the place of how to pay, of an order that is or was to be paid online. */
  how: { paid: 'Paid online.', card: 'Paid with a gift card.', toPay: 'To be paid online.' },
  leadOn: {
    title: 'On to the payment page',
    lead: 'The page of our payment service opens by itself. If it doesn’t:',
    link: 'Open the payment page',
    back: 'Back to your order',
    seo: { title: 'Payment', description: 'Leads to the page where you can pay for your order.' },
  } satisfies Page & Record<'link' | 'back', string>,
  /** Where the payment service leads back to, in a browser that did not start there. */
  back: {
    title: 'Your payment',
    seo: { title: 'Payment', description: 'What became of a payment. Only people with the link can see this page.' },
    states: {
      paid: 'Thank you. We’ve received your payment.',
      open: 'We haven’t received a payment yet. If you’ve paid, we’ll hear of it within a few minutes.',
      saved: 'Thank you. Your card is kept by our payment service. Nothing was charged.',
      declined: 'This payment couldn’t be charged.',
      ended: 'This payment was ended without being paid.',
    },
    order: 'Our email has the link to the page of what you paid for, where you can see what was paid.',
  },
}

/** A file of it. */
export const receiptFile = {
  title: (number: number) => `Receipt ${number}`,
  about: (what: string, day: string) => `${what}, paid on ${day}.`,
  line: (quantity: number, name: string, amount: string) => `${quantity} × ${name}: ${amount}`,
  tax: (rate: string, product: string, amount: string) => `Sales tax ${rate}, ${product}: ${amount}`,
  giftCard: (hint: string, amount: string) => `Gift card ··${hint}: ${amount}`,
  total: (amount: string) => `Total paid: ${amount}`,
  how: 'Paid online by card.',
}

/** Emails about fees for late cancellations and missed visits. None names what was booked. */
export const feeEmails = {
  link: 'See your appointment',
  pay: 'Pay online',
  why: 'You get this email because you booked an appointment with us.',
  rows: { appointment: 'Appointment', receipt: 'Receipt', paid: 'Paid', toPay: 'To pay', refunded: 'Sent back' },
  reasons: {
    late: 'You canceled this appointment too late to do so without a fee.',
    missed: 'You had an appointment with us and didn’t come.',
  },
  paid: {
    subject: (number: number, clinic: string) => `Receipt ${number} from ${clinic}`,
    preview: (amount: string) => `A fee of ${amount} was charged to your card.`,
    headline: (amount: string) => `A fee of ${amount} was paid`,
    text: 'You agreed to this fee when you booked. If you think that it’s a mistake, please call us. This email is your receipt.',
  },
  declined: {
    subject: (clinic: string) => `A fee at ${clinic} could not be charged`,
    byBank: {
      preview: (amount: string) => `Your bank declined ${amount}. Please pay online.`,
      headline: (amount: string) => `Your bank declined a fee of ${amount}`,
    },
    otherwise: {
      preview: (amount: string) => `We couldn’t charge ${amount} to your card. Please pay online.`,
      headline: (amount: string) => `We couldn’t charge a fee of ${amount} to your card`,
    },
    text: 'You agreed to this fee when you booked. Please pay it online, with the same card or with another one. If you think that it’s a mistake, please call us.',
  },
  refunded: {
    subject: (clinic: string) => `Money back from ${clinic}`,
    preview: (amount: string) => `We’ve sent back ${amount}.`,
    headline: (amount: string) => `We’ve sent back ${amount}`,
    text: 'It goes to the card that it came from. Your bank may take 5 to 10 days to show it.',
  },
}

/** Emails about payments. */
export const paymentEmails = {
  link: 'See your order',
  rows: { receipt: 'Receipt', order: 'Order', paid: 'Paid', refunded: 'Sent back' },
  paid: {
    subject: (number: number, clinic: string) => `Receipt ${number} from ${clinic}`,
    preview: (amount: string) => `We’ve received your payment of ${amount}.`,
    headline: 'Thank you for your payment',
    text: 'We’ve received your payment. This email is your receipt.',
  },
  unpaid: {
    subject: (number: string) => `Your order ${number} was not paid and has ended`,
    preview: 'Nothing was charged.',
    headline: 'Your order has ended',
    text: 'You chose to pay online, and no payment arrived within 24 hours, so the order has ended by itself. Nothing was charged.',
    after: 'If you’d still like these items, please order them again, or call us.',
  },
  refunded: {
    subject: (number: string) => `Money back for order ${number}`,
    preview: (amount: string) => `We’ve sent back ${amount}.`,
    headline: (amount: string) => `We’ve sent back ${amount}`,
    text: 'It goes to the card you paid with. Your bank may take 5 to 10 days to show it.',
    reasons: {
      canceled: 'The order was canceled.',
      'paid-twice': 'The order had been paid for already.',
      'other-amount': 'The amount was not that of the order.',
      staff: '',
    },
  },
  /** In the email about a cancellation, in the place of 'You won’t be charged.' */
  canceled: 'What you paid online goes back to your card.',
}
