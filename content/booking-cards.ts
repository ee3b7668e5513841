import type { ChangeRules } from '#app/domain/booking/booking-rules.ts'
import { toNotice } from './pages/appointment.ts'

type Rules = Pick<ChangeRules, 'changeCutOffHours'>

/** `fee`: '$40.00'. */
type CardInWords = { fee: string; isPlan: boolean }

/** When the fee is charged, in a sentence that patients agree to. */
const toRule = ({ fee, isPlan }: CardInWords, rules: Rules) => {
  const appointment = isPlan ? 'a day of your plan' : 'your appointment'
  const when =
    rules.changeCutOffHours > 0
      ? `If you cancel less than ${toNotice(rules)} before ${appointment}, or don’t come`
      : `If you don’t come${isPlan ? ' on a day of your plan' : ''}`
  return `${when}, ${fee} is charged to it${isPlan ? ', for each such day' : ''}.`
}

/** What patients read about a card that is kept for a booking. None of it is shown unless PAYMENTS is set. */
export const bookingCard = {
  /** The only words that the payment service gets. */
  label: 'A card for a booking. Nothing is charged now.',
  feeLabel: 'Cancellation fee',
  heading: 'Your card',
  button: 'Add a card',
  /** Before it is booked. */
  due: {
    heading: 'A card for your booking',
    text: (card: CardInWords, rules: Rules) =>
      `Our payment service will keep your card. Nothing is charged now. ${toRule(card, rules)}`,
  },
  book: 'Book and add a card',
  held: (until: string) => `We’re holding this time for you until ${until}. Please add a card by then.`,
  after: 'Once a card is kept, your booking goes on by itself. Without one, it ends by itself, and nothing is charged.',
  open: 'If you have just added a card, this page will say so within a few minutes.',
  ended: 'No card was added in time, so we didn’t keep this booking. Nothing was charged.',
  kept: (card: CardInWords, rules: Rules) =>
    `Your card is kept by our payment service. Nothing has been charged for this. ${toRule(card, rules)}`,
  fee: {
    due: (amount: string) => `A fee of ${amount} will be charged to your card.`,
    paid: (amount: string, number: number) => `A fee of ${amount} was paid, receipt ${number}.`,
    declined: (amount: string, isByBank: boolean) =>
      `${isByBank ? `Your bank declined a fee of ${amount}.` : `A fee of ${amount} couldn’t be charged to your card.`} Please pay it online, with the same card or with another one.`,
    refunded: (amount: string) => `We’ve sent back the fee of ${amount}. Your bank may take 5 to 10 days to show it.`,
  },
  /** Beside the button that cancels. */
  ifCanceled: {
    free: 'If you cancel now, nothing is charged.',
    late: (fee: string) => `If you cancel now, ${fee} is charged to your card.`,
    planFree: 'If you cancel all days that are left, nothing is charged.',
    planLate: (fee: string) => `If you cancel all days that are left, ${fee} is charged to your card.`,
  },
  /** Of its receipt. */
  receiptFor: (time: string) => `Cancellation fee, appointment for ${time}`,
}

/** Emails about it, in the place of those about a payment. */
export const bookingCardEmails = {
  row: 'Fee',
  'to-pay': {
    subject: 'Please add a card for your booking',
    preview: (until: string) => `We’re holding your time until ${until}.`,
    headline: 'We’re holding your time',
    text: (until: string) =>
      `Please add a card online by ${until}. Nothing is charged now: our payment service keeps it for the fee below, if you cancel late or don’t come. Once it’s kept, we’ll send you a confirmation. Without one, your booking ends by itself, and nothing is charged.`,
    button: 'Add a card',
  },
  unpaid: {
    subject: 'Your time was not kept',
    preview: 'Nothing was charged.',
    headline: 'Your time was not kept',
    text: 'A card was to be added online, and none was added in time, so your booking has ended by itself. Nothing was charged.',
    button: 'Book another time',
  },
}

/** In the dashboard. */
export const bookingCardForStaff = {
  waiting: (until: string) => `Waiting for a card until ${until}`,
  waitingHint:
    'Once a card is kept, it’s confirmed, or waits for you to confirm it. Without one, it ends by itself. If you confirm it now, no card is needed.',
  ended: 'Ended by itself: no card was added in time.',
}
