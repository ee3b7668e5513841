import type { NotifiedStatus } from '#app/domain/orders/order.ts'
import type { Facts, Words } from './pages/page.ts'

type Frame = {
  subject: Words
  /** What a mail program's list shows beside the subject. */
  preview: Words
  /** The email's h1. */
  headline: Words
  /** In the footer. */
  why: Words
}

type EmailWords = Frame & {
  /** Above the button. */
  paragraphs: Words[]
  /** Below the button. */
  after?: Words[]
}

/** `link`: the button's label. */
export type LinkEmailWords = EmailWords & { link: string }

const why = {
  appointment: 'You’re getting this email because an appointment was booked with this address.',
  account: 'You’re getting this email because this address was entered on our login page.',
  newsletterForm: 'You’re getting this email because this address was entered in our newsletter form.',
  subscriber: (clinic: Facts) => `You’re getting this email because you subscribed to the ${clinic.name} newsletter.`,
  clinic: 'You’re getting this email because the website sends new orders, messages and appointments to this address.',
}

export const directionsLabel = 'Directions'

/** To a new subscriber. */
export const newsletterWelcome = {
  subject: (clinic) => `You’re subscribed to the ${clinic.name} newsletter`,
  preview: 'Thank you for subscribing. You can unsubscribe at any time.',
  headline: 'Notes from the clinic, by email',
  paragraphs: [
    'Thank you for subscribing to our newsletter.',
    'You’ll get occasional notes from the clinic, with recipes, routines and news. In the meantime, our latest posts are on the blog.',
  ],
  link: 'Read our latest posts',
  after: ['If someone else entered this address, or you change your mind, you can unsubscribe with the link below.'],
  why: why.subscriber,
  unsubscribe: 'Unsubscribe',
} satisfies LinkEmailWords & { unsubscribe: string }

/** The newsletter; the clinic may replace the subject and the paragraphs. */
export const newsletterIssue = {
  subject: (clinic) => `News from ${clinic.name}`,
  preview: 'Here’s the latest from the clinic.',
  headline: (clinic) => `News from ${clinic.name}`,
  paragraphs: ['Here’s the latest from the clinic.'],
  read: 'Read it here',
  why: why.subscriber,
  unsubscribe: 'Unsubscribe',
  /** In a letter that is written here. */
  archive: 'View in your browser',
  readPost: 'Read post',
  times: 'Next free times',
  allTimes: 'See free times',
  hours: 'Opening hours',
} satisfies EmailWords &
  Record<'read' | 'unsubscribe' | 'archive' | 'readPost' | 'times' | 'allTimes' | 'hours', string>

/** To a new subscriber, if NEWSLETTER_CONFIRM is on. */
export const newsletterOptIn = {
  subject: (clinic) => `Please confirm your subscription to the ${clinic.name} newsletter`,
  preview: 'Confirm with the link in this email. If it wasn’t you, ignore it.',
  headline: 'Please confirm your subscription',
  paragraphs: [
    'Someone entered this address in our newsletter form, to get recipes, routines and clinic news by email. If it was you, please confirm it.',
  ],
  link: 'Confirm the subscription',
  after: ['If it wasn’t you, you can ignore this email; we won’t send you the newsletter.'],
  why: why.newsletterForm,
} satisfies LinkEmailWords

/** To an unsubscribed address that was used to sign up again. */
export const newsletterConfirm = {
  subject: (clinic) => `Would you like the ${clinic.name} newsletter again?`,
  preview: 'Subscribe again with the link in this email. If it wasn’t you, ignore it.',
  headline: 'Would you like our newsletter again?',
  paragraphs: [
    'Someone entered this address in our newsletter form. It was unsubscribed before, so we’re checking with you first.',
  ],
  link: 'Subscribe again',
  after: ['If it wasn’t you, you can ignore this email; we won’t send you the newsletter.'],
  why: why.newsletterForm,
} satisfies LinkEmailWords

/** The items of an order. */
export const orderBill = { total: 'Total', each: (price: string) => `${price}\u00a0each` }

/** To the clinic (specification, section 7). */
export const orderNotice = {
  subject: ({ number, name }: OrderNamed) => `Order ${number} from ${name}`,
  preview: ({ total }: OrderNamed) => `New order on the website, ${total} total.`,
  headline: ({ number }: OrderNamed) => `New order ${number}`,
  greeting: 'A new order was placed on the website.',
  rows: { number: 'Order', placed: 'Placed', name: 'Name', email: 'Email', phone: 'Phone' },
  note: 'Note:',
  answer: 'Reply to this email to reach the customer.',
  link: 'View the order',
  why: why.clinic,
}

/** To the customer. */
export const orderConfirmation = {
  subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name}`,
  preview: (total: string, howToPay: string) => `We’ve received your order. Your total is ${total}. ${howToPay}`,
  headline: 'Thank you for your order',
  /** Above the items. */
  number: (number: string) => `Your order number is ${number}.`,
  link: 'See your order',
  why: 'You’re getting this email because an order was placed with this address. Ordering never subscribes you to anything.',
}

/** To the customer when the status changes. */
export const orderChange = {
  confirmed: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} is confirmed`,
    preview: 'We’re preparing it and will tell you when it’s ready.',
    headline: 'Your order is confirmed',
    paragraphs: ['We’ve confirmed your order and are preparing it.'],
  },
  ready: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} is ready`,
    preview: 'You can pick it up any time we’re open.',
    headline: 'Your order is ready',
    paragraphs: ['You can pick it up any time we’re open.'],
  },
  cancelled: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} was canceled`,
    preview: 'You won’t be charged.',
    headline: 'Your order was canceled',
    paragraphs: ['You won’t be charged.'],
    after: [(clinic) => `If you didn’t expect this, please call ${clinic.phone.display} and tell us the order number.`],
  },
  number: 'Order',
  where: 'Where',
  open: 'Open',
  closed: 'Closed',
  /** Days in a row: 'Monday to Friday', 'Saturday and Sunday', 'Monday'. */
  days: (first: string, last: string, count: number) =>
    count > 1 ? `${first} ${count > 2 ? 'to' : 'and'} ${last}` : first,
  link: 'See your order',
  why: orderConfirmation.why,
} satisfies Record<
  NotifiedStatus,
  Omit<EmailWords, 'subject' | 'why'> & { subject: (number: string, clinic: Facts) => string }
> &
  Record<'number' | 'where' | 'open' | 'closed' | 'link' | 'why', string> & {
    days: (first: string, last: string, count: number) => string
  }

type OrderNamed = { number: string; name: string; total: string }

/** `day`: 'Tuesday, December 8'. No email names the service, which can reveal a person's health (product decisions, 'Health data'). */
export const appointmentEmail = {
  booked: {
    subject: (clinic) => `Your appointment at ${clinic.name}`,
    preview: 'Day and time, and how to move or cancel it.',
    headline: (day) => `See you on ${day}`,
    paragraphs: ['Your appointment is booked. We look forward to seeing you.'],
  },
  requested: {
    subject: (clinic) => `Your request for an appointment at ${clinic.name}`,
    preview: 'We’re holding the time for you and will be in touch soon.',
    headline: (day) => `You asked for ${day}`,
    paragraphs: ['We’ve received your request and are holding the time for you. We’ll be in touch to confirm it.'],
  },
  moved: {
    subject: (clinic) => `Your appointment at ${clinic.name} has a new time`,
    preview: 'The new day and time.',
    headline: (day) => `Now on ${day}`,
    paragraphs: ['Your appointment has been moved. Here is the new time.'],
  },
  cancelled: {
    subject: (clinic) => `Your appointment at ${clinic.name} is canceled`,
    preview: 'You can book another time whenever you like.',
    headline: () => 'Your appointment was canceled',
    paragraphs: ['You can book another time whenever you like.'],
  },
  restored: {
    subject: (clinic) => `Your appointment at ${clinic.name} is back on`,
    preview: 'The day and time are the same as before.',
    headline: (day) => `Back on: ${day}`,
    paragraphs: ['Your appointment is back on, at the same time as before.'],
  },
  accepted: {
    subject: (clinic) => `Your appointment at ${clinic.name} is confirmed`,
    preview: 'Day and time, and how to move or cancel it.',
    headline: (day) => `See you on ${day}`,
    paragraphs: ['We have confirmed your appointment. We look forward to seeing you.'],
  },
  declined: {
    subject: (clinic) => `About your request for an appointment at ${clinic.name}`,
    preview: 'That time didn’t work out. Please choose another one.',
    headline: () => 'That time didn’t work out',
    paragraphs: [
      'We’re sorry, but we can’t see you at the time you asked for.',
      (clinic) => `Please choose another time, or call ${clinic.phone.display} and we’ll find one together.`,
    ],
  },
  closed: {
    subject: (clinic) => `Please choose another time for your appointment at ${clinic.name}`,
    preview: 'We’re sorry, but we’ll be closed at that time.',
    headline: () => 'Please choose another time',
    paragraphs: [
      'We’re sorry, but we’ll be closed at the time of your appointment.',
      (clinic) =>
        `Please choose another time with the link below, or call ${clinic.phone.display} and we’ll find one together.`,
    ],
  },
  reminder: {
    // Not 'tomorrow': the email may wait for the mail server until the day itself.
    subject: (clinic) => `Reminder: your appointment at ${clinic.name}`,
    preview: 'Day and time, and what to do if you can’t make it.',
    headline: (day, time) => `${day}, ${time}`,
    paragraphs: ['This is a reminder of your upcoming appointment.'],
  },
} satisfies Record<string, Omit<EmailWords, 'headline' | 'why'> & { headline: (day: string, time: string) => string }>

export const appointmentParts = {
  when: 'When',
  where: 'Where',
  with: 'With',
  /** The time of a canceled appointment. */
  was: 'Was',
  /** The times of a moved appointment. */
  now: 'Now',
  before: 'Before',
  bring: { name: 'Bring', what: 'A list of your medicines and supplements, with doses.' },
  byVideo: 'By video. We’ll send you the link before your appointment.',
  byVideoWith: { where: 'By video', link: 'Join the video call' },
  calendarName: (clinic: string) => `Appointment at ${clinic}`,
  link: 'See your appointment',
  again: 'Book another time',
  otherTime: 'Choose another time',
  freeTimes: (times: string) => `These nearby times are free right now: ${times}.`,
  /** Below the button. */
  changes: (until: string, phone: string) =>
    `There you can add it to your calendar, move it until ${until}, or cancel it until it starts. If you can’t make it after that, please call ${phone}.`,
  /** When it cannot be moved online any more. */
  tooLate: {
    changes: (phone: string) =>
      `It’s too late to move your appointment online. If you can’t make it, please cancel it with the link before it starts, or call ${phone}.`,
    link: 'See or cancel your appointment',
  },
  undo: {
    text: (until: string) => `Canceled by mistake? We’re holding your time until ${until}.`,
    link: 'Undo the cancellation',
  },
  /** In the reminder of an appointment at the clinic. */
  prepare: (phone: string) =>
    `Eat something light two hours before, and keep taking prescribed medicines. If you have a fever or a new injury, please call ${phone} before you come.`,
  why: why.appointment,
}

/** To a patient who asked for the links to their appointments. */
export const appointmentLinks = {
  subject: (clinic) => `Your appointment links at ${clinic.name}`,
  preview: 'Use them to move or cancel an appointment.',
  headline: 'Your appointment links',
  paragraphs: [
    'Here are the links to the appointments booked with this address. Someone asked for them on our website, or entered this address there. If it wasn’t you, you don’t need to do anything.',
  ],
  after: ['Anyone with one of these links can change your appointment. Please keep them private.'],
  more: 'Your other upcoming appointments:',
  others: 'Past or canceled appointments, where you can still correct or erase your data:',
  why: why.appointment,
} satisfies EmailWords & Record<'more' | 'others', string>

/** To a patient's new address. */
export const appointmentAddress = {
  subject: (clinic) => `Please confirm your email for ${clinic.name}`,
  preview: 'Confirm your address with the link in this email. If it wasn’t you, ignore it.',
  headline: 'Please confirm your email',
  paragraphs: [
    'Someone entered this address for an appointment on our website. If it was you, please confirm it within a day. We’ll then send emails about the appointment here.',
  ],
  link: 'Confirm your address',
  after: ['If it wasn’t you, ignore this email; we won’t send any more.'],
  why: 'You’re getting this email because this address was entered on our website.',
} satisfies LinkEmailWords

/** To the clinic, without the service and without health text. */
export const appointmentNotice = {
  subjects: {
    booked: (when: string) => `New appointment: ${when}`,
    requested: (when: string) => `Appointment request: ${when}`,
    moved: (when: string) => `Appointment moved to ${when}`,
    cancelled: (when: string) => `Appointment canceled: ${when}`,
    cancelledLate: (when: string) => `Late cancellation: ${when}`,
    restored: (when: string) => `Appointment restored: ${when}`,
  },
  headlines: {
    booked: 'New appointment',
    requested: 'Appointment request',
    moved: 'Appointment moved',
    cancelled: 'Appointment canceled',
    cancelledLate: 'Late cancellation',
    restored: 'Appointment restored',
  },
  preview: 'See the dashboard for details.',
  rows: { name: 'Name', phone: 'Phone', when: 'When', with: 'With' },
  link: 'Open in the dashboard',
  why: why.clinic,
}

/** To the clinic. */
export const contactMessage = {
  subject: (name: string) => `Message from ${name}`,
  preview: 'Sent from the contact form on the website.',
  headline: (name: string) => `Message from ${name}`,
  greeting: 'You have a new message from the contact form on the website.',
  rows: { name: 'Name', email: 'Email' },
  answer: 'Reply to this email to answer the sender.',
  message: 'Message:',
  why: why.clinic,
}

/** To the address of a new account. */
export const accountConfirm = {
  subject: (clinic) => `Please confirm your account at ${clinic.name}`,
  preview: 'Confirm your address with the link in this email. If it wasn’t you, ignore it.',
  headline: 'Please confirm your account',
  paragraphs: [
    'Someone created an account on our website with this address. If it was you, confirm it within a day and enter the password you chose.',
  ],
  link: 'Confirm your address',
  after: ['If it wasn’t you, ignore this email; no one can use the account.'],
  why: why.account,
} satisfies LinkEmailWords

/** To the owner of an account whose address was used to sign up again. */
export const accountKnown = {
  subject: (clinic) => `You already have an account at ${clinic.name}`,
  preview: 'Someone tried to sign up with your address. Nothing has changed.',
  headline: 'You already have an account',
  paragraphs: [
    'Someone tried to create an account on our website with this address. You already have one, so nothing has changed.',
    'If it was you, log in as usual. If you’ve forgotten your password, press Forgot Password there.',
  ],
  link: 'Log in',
  after: ['If it wasn’t you, you don’t need to do anything.'],
  why: why.account,
} satisfies LinkEmailWords

export const passwordReset = {
  subject: (clinic) => `Choose a new password for ${clinic.name}`,
  preview: 'The link in this email works once, for 30 minutes.',
  headline: 'Choose a new password',
  paragraphs: [
    'Someone asked for a new password for the account with this address. The link works once, for 30 minutes.',
  ],
  link: 'Choose a new password',
  after: ['If it wasn’t you, ignore this email; your password stays the same.'],
  why: why.account,
} satisfies LinkEmailWords

/** To the owner after every change, so that none goes unnoticed. */
export const passwordChanged = {
  subject: (clinic) => `Your password at ${clinic.name} was changed`,
  preview: 'If it was you, you don’t need to do anything.',
  headline: 'Your password was changed',
  paragraphs: [
    'The password of your account on our website was changed. Every other device was signed out, and earlier links and codes for the account no longer work.',
    'If it was you, you don’t need to do anything. If it wasn’t, choose a new password right away.',
  ],
  link: 'Choose a new password',
  after: [(clinic) => `If it wasn’t you, please call ${clinic.phone.display} as well.`],
  why: 'You’re getting this email because you have an account on our website.',
} satisfies LinkEmailWords

/** To the admin, from the Connections page. */
export const connectionTest = {
  subject: (clinic) => `Test email from ${clinic.name}`,
  preview: 'If you can read this, email works.',
  headline: 'Email works',
  paragraphs: [
    'You asked for this test on the Connections page of your dashboard. If you can read it, email works.',
    'If it was in the spam folder, ask the person who manages your domain for SPF, DKIM and DMARC records.',
  ],
  why: 'You’re getting this email because someone pressed the test button in your dashboard.',
} satisfies EmailWords
