import type { ChangeRules } from '#app/domain/booking/booking-rules.ts'
import { toNotice } from './pages/appointment.ts'

type Rules = Pick<ChangeRules, 'changeCutOffHours'>

/** `amount`, `fee`: '$50.00'; `fee` undefined: all of it goes back. */
type DueInWords = {
  kind: 'deposit' | 'full'
  amount: string
  fee: string | undefined
  isWhole: boolean
  isPlan: boolean
}

const oneSentences = ({ fee, isWhole }: DueInWords, { changeCutOffHours }: Rules, notice: string) => [
  'It’s paid online when you book.',
  ...(fee === undefined
    ? ['It goes back to you if you cancel.']
    : [
        changeCutOffHours > 0
          ? `It goes back to you if you cancel until ${notice} before.`
          : 'It goes back to you if you cancel before it starts.',
        changeCutOffHours > 0
          ? `If you cancel later or don’t come, we keep ${isWhole ? 'it' : `${fee} of it`}.`
          : `If you don’t come, we keep ${isWhole ? 'it' : `${fee} of it`}.`,
      ]),
]

const planSentences = ({ fee }: DueInWords, { changeCutOffHours }: Rules, notice: string) => {
  const isLateKept = fee !== undefined && changeCutOffHours > 0
  return [
    'It’s paid online when you book, for all days.',
    `A day that you cancel${isLateKept ? ` until ${notice} before` : ''} keeps its share for the day that takes its place.`,
    'If you cancel all days that are left, their share goes back to you.',
    ...(isLateKept ? [`If you cancel a day later, we keep up to ${fee} of its share.`] : []),
    'If you don’t come on a day, its share is used up.',
  ]
}

/** What patients read about paying for a booking online. None of it is shown unless PAYMENTS is set. */
export const bookingPayment = {
  /** The only words that the payment service gets. */
  label: 'Payment for a booking',
  heading: 'Payment',
  button: 'Pay online',
  /** Before it is booked. */
  due: (due: DueInWords, rules: Rules) => ({
    heading: due.kind === 'deposit' ? `A deposit of ${due.amount}` : `The full price of ${due.amount}`,
    text: (due.isPlan ? planSentences : oneSentences)(due, rules, toNotice(rules)).join(' '),
  }),
  book: (amount: string) => `Book and pay ${amount}`,
  pending: 'Booking…',
  changed: 'What booking online costs has changed since you opened this page. Please check it, then book again.',
  held: (until: string) => `We’re holding this time for you until ${until}. Please pay online by then.`,
  toPay: (amount: string) => `To be paid online: ${amount}.`,
  after: 'Once it’s paid, your booking goes on by itself. If it isn’t, it ends by itself, and nothing is charged.',
  open: 'If you have just paid, this page will say so within a few minutes. You won’t be charged twice.',
  ended: 'This booking was not paid in time, so we didn’t keep it. Nothing was charged.',
  paid: (amount: string, number: number) => `Paid online: ${amount}, receipt ${number}. Thank you.`,
  receipt: 'Save the receipt (PDF)',
  refunded: (amount: string) => `We’ve sent back ${amount}. Your bank may take 5 to 10 days to show it.`,
  refundWaits: (amount: string) => `We’ll send back ${amount}. Your bank may take 5 to 10 days to show it after that.`,
  refunding: (amount: string) => `We’re sending back ${amount}. Your bank may take 5 to 10 days to show it.`,
  /** Beside the button that cancels. */
  ifCanceled: {
    all: (back: string) => `If you cancel, ${back} goes back to your card.`,
    part: (back: string, fee: string) => `If you cancel now, we keep ${fee}, and ${back} goes back to your card.`,
    none: (fee: string) => `If you cancel now, we keep the ${fee} that you paid.`,
    day: 'If you cancel one day, what you paid for it stays for the day that takes its place.',
    dayLate: (fee: string) =>
      `If you cancel this day now, we keep ${fee}. The rest of what you paid stays for the other days.`,
    plan: (back: string) => `If you cancel all days that are left, ${back} goes back to your card.`,
    planPart: (back: string, fee: string) =>
      `If you cancel all days that are left, we keep ${fee}, and ${back} goes back to your card.`,
  },
  /** Once a day of a plan is canceled. */
  stays: 'What you paid for it stays for the day that takes its place.',
  staysLate: 'We kept the fee for canceling late. The rest of what you paid stays for the other days.',
  unavailable:
    'The payment page can’t be opened right now, so you haven’t been charged. Please try again in a few minutes.',
  notPayable: 'The payment page can’t be opened any more. The status of your booking is shown below.',
  backToBooking: 'Back to your booking',
  /** In the frame, once it is booked. */
  booked: 'We’re holding this time for you. It’s yours after one more step, on the payment page.',
  toPayment: 'On to the payment page',
  /** On the page of an offer from the waitlist. */
  accepted:
    'We’re holding it for you for half an hour. One more step is left, on the payment page. Our email has the link too.',
  /** What a receipt is for. */
  days: (first: string, days: number) => (days === 1 ? first : `${days} days from ${first}`),
  receiptFor: (days: string) => `Booking for ${days}`,
  tax: (rate: string, amount: string) => `The total includes sales tax ${rate}: ${amount}`,
}

/** Emails about it; like all emails to patients, they name no service. */
export const bookingPaymentEmails = {
  link: 'See your booking',
  rows: {
    receipt: 'Receipt',
    booked: 'Booking for',
    paid: 'Paid',
    tax: (rate: string) => `With sales tax ${rate}`,
    toPay: 'To pay',
    refunded: 'Sent back',
  },
  'to-pay': {
    subject: 'Please pay for your booking',
    preview: (until: string) => `We’re holding your time until ${until}.`,
    headline: 'We’re holding your time',
    text: (until: string) =>
      `Please pay online by ${until}. Once it’s paid, we’ll send you a confirmation. If it isn’t, your booking ends by itself, and nothing is charged.`,
    button: 'Pay online',
  },
  paid: {
    subject: (number: number, clinic: string) => `Receipt ${number} from ${clinic}`,
    preview: (amount: string) => `We’ve received your payment of ${amount}.`,
    headline: 'Thank you for your payment',
    text: 'We’ve received your payment. This email is your receipt.',
  },
  unpaid: {
    subject: 'Your time was not kept',
    preview: 'Nothing was charged.',
    headline: 'Your time was not kept',
    text: 'It was to be paid online, and no payment arrived in time, so your booking has ended by itself. Nothing was charged.',
    button: 'Book another time',
  },
  refunded: {
    subject: 'Money back for your booking',
    preview: (amount: string) => `We’ve sent back ${amount}.`,
    headline: (amount: string) => `We’ve sent back ${amount}`,
    text: 'It goes to the card you paid with. Your bank may take 5 to 10 days to show it.',
    reasons: {
      canceled: 'Your booking doesn’t have to be paid any more.',
      'paid-twice': 'Your booking had been paid for already.',
      'other-amount': 'The amount was not that of your booking.',
      staff: '',
    },
  },
}

/** In the dashboard. */
export const bookingPaymentForStaff = {
  waiting: (until: string) => `Waiting for payment until ${until}`,
  waitingHint:
    'Once it’s paid, it’s confirmed, or waits for you to confirm it. Unpaid, it ends by itself. If you confirm it now, nothing has to be paid.',
  ended: 'Ended by itself: it wasn’t paid in time.',
  paid: (amount: string, number: number) => `Paid online ${amount}, receipt ${number}`,
  refunded: (amount: string) => `Sent back: ${amount}`,
}
