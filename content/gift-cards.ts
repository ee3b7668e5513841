import type { Facts, Page } from './pages/page.ts'

// Nobody reads any of it unless PAYMENTS is set. The texts of the page are in pages/gift-cards.json.

/** Of the link to the page, in the footer and the shop. */
export const giftCardsLink = { text: 'Gift cards', href: '/gift-cards' }

/** Controls and answers of the page where gift cards are bought. */
export const giftCardsPage = {
  buy: 'Buy a gift card',
  amount: 'Amount',
  own: 'Another amount',
  ownAmount: 'Amount in dollars',
  ownHint: 'From $10 to $1,000.',
  email: 'Your email',
  emailHint: 'We’ll send you the receipt with the link to the card.',
  /** While no emails leave the website. */
  emailHintKept: 'We don’t send emails at present. The card opens once you’ve paid: keep its link, or print it.',
  gift: 'If it’s a gift',
  recipientName: 'Their name',
  recipientEmail: 'Their email',
  recipientHint: 'We’ll send them the card as soon as you’ve paid. Leave it empty to give it yourself.',
  recipientHintKept: 'We don’t send emails at present, so please give them the card yourself.',
  message: 'Your message',
  messageHint: 'At most 300 characters.',
  button: 'Pay online',
  hint: 'You’ll pay by card on the page of our payment service.',
  failure: 'We couldn’t start the payment, and nothing was charged. Please try again later.',
  check: {
    heading: 'What’s left on a card?',
    code: 'Gift card code',
    button: 'Check the balance',
    balance: (amount: string) => `There is ${amount} left on this card.`,
    failure: 'We can’t look this up right now. Please try again later.',
  },
  errors: {
    choose: 'Choose an amount.',
    amount: 'Enter an amount from $10 to $1,000, such as 75.',
    name: 'Enter a name of at most 100 characters.',
    message: 'Enter a message of at most 300 characters.',
    noCode: 'Enter the 16 characters on the card.',
    unknown: 'We don’t know this code. Check its 16 characters, or call us.',
  },
}

/** The page of a card, for whoever has its link. */
export const giftCardPage = {
  title: (amount: string) => `Gift card: ${amount}`,
  seo: {
    title: 'Gift card',
    description: 'A gift card with its code and what is left on it. Only people with the link can see this page.',
  },
  forWhom: (name: string) => `For ${name}`,
  code: 'Code',
  balance: 'Left on it',
  use: (clinic: Facts) =>
    `Enter the code in your cart on the website of ${clinic.name}. It doesn’t expire. Anyone with the code can use it, so keep it safe.`,
  history: {
    heading: 'History',
    columns: { when: 'When', what: 'What', amount: 'Amount' },
    kinds: {
      bought: 'Bought',
      order: 'Used for an order',
      'order-back': 'Given back by an order that was canceled',
      visit: 'Used at the clinic',
      'visit-back': 'Given back by the clinic',
      refund: 'Sent back to the buyer',
    },
  },
  /** Of the page that leads on to the payment service. */
  back: 'Back to your gift card',
  print: 'Print this page to give the card away on paper.',
  unpaid: {
    title: 'Your gift card',
    lead: 'It isn’t paid yet.',
    payBy: (time: string) => `Please pay online by ${time}. After that, it ends by itself and costs you nothing.`,
    open: 'If you have just paid, this page will show the card within a few minutes. You won’t be charged twice.',
    button: 'Pay online',
    unavailable:
      'The payment page can’t be opened right now, so you haven’t been charged. Please try again in a few minutes.',
    notPayable: 'This gift card can’t be paid for any more.',
  },
  blocked: {
    title: 'This gift card is blocked',
    lead: (clinic: Facts) => `The clinic has blocked it. Please call ${clinic.phone.display}.`,
  },
  gone: {
    title: 'This link no longer works',
    lead: (clinic: Facts) =>
      `It may be incomplete, or the card got a new code, or it was never paid. Please call ${clinic.phone.display} if you need help.`,
    seo: { title: 'Link not found', description: 'This link to a gift card no longer works.' },
  } satisfies Page,
}

/** Emails about gift cards. */
export const giftCardEmails = {
  why: (clinic: Facts) => `You’re getting this email because a gift card was bought at ${clinic.name}.`,
  rows: {
    receipt: 'Receipt',
    paid: 'Paid',
    amount: 'Amount',
    recipient: 'For',
    refunded: 'Sent back',
    left: 'Left on it',
  },
  link: 'See the gift card',
  paid: {
    subject: (number: number, clinic: string) => `Receipt ${number} from ${clinic}`,
    preview: (amount: string) => `We’ve received your payment of ${amount}.`,
    headline: 'Thank you for buying a gift card',
    text: 'We’ve received your payment. This email is your receipt. The page of the card has its code, and you can print it.',
    sent: (email: string) => `We’ve sent the card to ${email}.`,
    keep: 'Anyone with this link can use the card, so forward it only to the person it is for.',
  },
  given: {
    subject: (clinic: string) => `A gift card for ${clinic}`,
    preview: (amount: string) => `You’ve been given ${amount}.`,
    headline: 'You’ve been given a gift card',
    text: 'Its page has the code, and what is left on it. It doesn’t expire.',
    keep: 'Anyone with this link can use the card, so please keep this email.',
  },
  refunded: {
    subject: (clinic: string) => `Money back from ${clinic}`,
    preview: (amount: string) => `We’ve sent back ${amount}.`,
    headline: (amount: string) => `We’ve sent back ${amount}`,
    text: 'It was taken off your gift card and goes to the card you paid with. Your bank may take 5 to 10 days to show it.',
  },
}
