import type { NotifiedStatus } from '#app/domain/orders/order.ts'
import { afterOrder, payment } from './pages/order.ts'
import type { Facts, Words } from './pages/page.ts'

export type EmailWords = {
  subject: Words
  /** What a mail program's list shows beside the subject. */
  preview: Words
  paragraphs: Words[]
}

/** `link`: its label. */
export type LinkEmailWords = EmailWords & { link: string }

/** To a new subscriber. */
export const newsletterWelcome = {
  subject: (clinic) => `You’re subscribed to the ${clinic.name} newsletter`,
  preview: 'Thank you for subscribing. You can unsubscribe at any time.',
  paragraphs: [
    'Thank you for subscribing to our newsletter.',
    'You’ll get occasional notes from the clinic, with recipes, routines and news.',
    'If someone else entered this address, or you change your mind, you can unsubscribe with the link below.',
  ],
  link: 'Unsubscribe',
} satisfies LinkEmailWords

/** The newsletter; the clinic may replace the subject and the paragraphs. */
export const newsletterIssue = {
  subject: (clinic) => `News from ${clinic.name}`,
  preview: 'Here’s the latest from the clinic.',
  paragraphs: ['Here’s the latest from the clinic.'],
  read: 'Read it here',
  why: (clinic) => `You’re getting this email because you subscribed to the ${clinic.name} newsletter.`,
  unsubscribe: 'Unsubscribe',
} satisfies EmailWords & Record<'read' | 'unsubscribe', string> & { why: Words }

/** To a new subscriber, if NEWSLETTER_CONFIRM is on. */
export const newsletterOptIn = {
  subject: (clinic) => `Please confirm your subscription to the ${clinic.name} newsletter`,
  preview: 'Confirm with the link in this email. If it wasn’t you, ignore it.',
  paragraphs: [
    'Someone entered this address in our newsletter form, to get recipes, routines and clinic news by email.',
    'If it was you, please confirm it with the link below. If not, you can ignore this email; we won’t send you the newsletter.',
  ],
  link: 'Confirm the subscription',
} satisfies LinkEmailWords

/** To an unsubscribed address that was used to sign up again. */
export const newsletterConfirm = {
  subject: (clinic) => `Would you like the ${clinic.name} newsletter again?`,
  preview: 'Subscribe again with the link in this email. If it wasn’t you, ignore it.',
  paragraphs: [
    'Someone entered this address in our newsletter form. It was unsubscribed before, so we’re checking with you first.',
    'If it was you, please confirm it with the link below. If not, you can ignore this email; we won’t send you the newsletter.',
  ],
  link: 'Subscribe again',
} satisfies LinkEmailWords

/** The items of an order. */
export const orderBill = { total: 'Total', each: (price: string) => `${price}\u00a0each` }

/** To the clinic (specification, section 7). */
export const orderNotice = {
  subject: ({ number, name }: OrderNamed) => `Order ${number} from ${name}`,
  preview: ({ total }: OrderNamed) => `New order on the website, ${total} total.`,
  greeting: 'A new order was placed on the website.',
  rows: { number: 'Order', placed: 'Placed', name: 'Name', email: 'Email', phone: 'Phone' },
  note: 'Note:',
  answer: 'Reply to this email to reach the customer.',
  link: 'View the order',
}

/** To the customer. */
export const orderConfirmation = {
  subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name}`,
  preview: (total: string) => `We’ve received your order. Your total is ${total}. Pay at pick-up or by invoice.`,
  greeting: 'Thank you for your order.',
  number: 'Your order number',
  link: 'See your order',
}

/** To the customer when the status changes. */
export const orderChange = {
  confirmed: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} is confirmed`,
    preview: 'We’re preparing it and will tell you when it’s ready.',
    paragraphs: ['We’ve confirmed your order and are preparing it.', afterOrder.wait],
  },
  ready: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} is ready`,
    preview: 'You can pick it up any time we’re open.',
    paragraphs: ['Your order is ready. You can pick it up any time we’re open.', `${payment.how} ${payment.tax}`],
  },
  cancelled: {
    subject: (number: string, clinic: Facts) => `Your order ${number} at ${clinic.name} was canceled`,
    preview: 'You won’t be charged.',
    paragraphs: [
      'Your order was canceled. You won’t be charged.',
      (clinic) => `If you didn’t expect this, please call ${clinic.phone.display} and tell us the order number.`,
    ],
  },
  number: 'Your order number',
  hours: 'Our hours:',
  closed: 'Closed',
  link: 'See your order',
} satisfies Record<
  NotifiedStatus,
  Omit<EmailWords, 'subject'> & { subject: (number: string, clinic: Facts) => string }
> &
  Record<'number' | 'hours' | 'closed' | 'link', string>

type OrderNamed = { number: string; name: string; total: string }

/** No email names the service, which can reveal a person's health (product decisions, 'Health data'). */
export const appointmentEmail = {
  booked: {
    subject: (clinic) => `Your appointment at ${clinic.name}`,
    preview: 'Day and time, and how to move or cancel it.',
    paragraphs: ['Your appointment is booked. We look forward to seeing you.'],
  },
  requested: {
    subject: (clinic) => `Your request for an appointment at ${clinic.name}`,
    preview: 'We’re holding the time for you and will be in touch soon.',
    paragraphs: ['We’ve received your request and are holding the time for you. We’ll be in touch to confirm it.'],
  },
  moved: {
    subject: (clinic) => `Your appointment at ${clinic.name} has a new time`,
    preview: 'The new day and time.',
    paragraphs: ['Your appointment has been moved. Here is the new time.'],
  },
  cancelled: {
    subject: (clinic) => `Your appointment at ${clinic.name} is canceled`,
    preview: 'You can book another time whenever you like.',
    paragraphs: ['Your appointment was canceled.'],
  },
  restored: {
    subject: (clinic) => `Your appointment at ${clinic.name} is back on`,
    preview: 'The day and time are the same as before.',
    paragraphs: ['Your appointment is back on, at the same time as before.'],
  },
  accepted: {
    subject: (clinic) => `Your appointment at ${clinic.name} is confirmed`,
    preview: 'Day and time, and how to move or cancel it.',
    paragraphs: ['We have confirmed your appointment. We look forward to seeing you.'],
  },
  declined: {
    subject: (clinic) => `About your request for an appointment at ${clinic.name}`,
    preview: 'That time didn’t work out. Please choose another one.',
    paragraphs: [
      'We’re sorry, but we can’t see you at the time you asked for.',
      (clinic) => `Please choose another time, or call ${clinic.phone.display} and we’ll find one together.`,
    ],
  },
  closed: {
    subject: (clinic) => `Please choose another time for your appointment at ${clinic.name}`,
    preview: 'We’re sorry, but we’ll be closed at that time.',
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
    paragraphs: ['This is a reminder of your upcoming appointment.'],
  },
} satisfies Record<string, EmailWords>

export const appointmentParts = {
  when: 'When',
  where: 'Where',
  with: 'With',
  byVideo: 'By video. We’ll send you the link before your appointment.',
  byVideoAt: (url: string) => `By video: ${url}`,
  calendarName: (clinic: string) => `Appointment at ${clinic}`,
  link: 'Move or cancel it, or add it to your calendar',
  again: 'Book another time',
  otherTime: 'Choose another time',
  freeTimes: (times: string) => `These nearby times are free right now: ${times}.`,
  cannotCome: (phone: string) => `If you can’t make it, please use the link or call ${phone}.`,
  /** When it cannot be moved online any more. */
  tooLate: {
    cannotCome: (phone: string) =>
      `It’s too late to move your appointment online. If you can’t make it, please cancel it with the link before it starts, or call ${phone}.`,
    link: 'See or cancel your appointment',
  },
}

/** To a patient who asked for the links to their appointments. */
export const appointmentLinks = {
  subject: (clinic) => `Your appointment links at ${clinic.name}`,
  preview: 'Use them to move or cancel an appointment.',
  paragraphs: [
    'Here are the links to the appointments booked with this address. Someone asked for them on our website, or entered this address there.',
    'If it wasn’t you, you don’t need to do anything.',
    'Anyone with one of these links can change your appointment. Please keep them private.',
  ],
  others: 'Past or canceled appointments, where you can still correct or erase your data:',
} satisfies EmailWords & { others: string }

/** To a patient's new address. */
export const appointmentAddress = {
  subject: (clinic) => `Please confirm your email for ${clinic.name}`,
  preview: 'Confirm your address with the link in this email. If it wasn’t you, ignore it.',
  paragraphs: [
    'Someone entered this address for an appointment on our website.',
    'If it was you, open the link below within a day and press the button. We’ll then send emails about the appointment here. If not, ignore this email; we won’t send any more.',
  ],
  link: 'Confirm your address',
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
  preview: 'See the dashboard for details.',
  rows: { name: 'Name', phone: 'Phone', when: 'When', with: 'With' },
  link: 'Open in the dashboard',
}

/** To the clinic. */
export const contactMessage = {
  subject: (name: string) => `Message from ${name}`,
  preview: 'Sent from the contact form on the website.',
  greeting: 'You have a new message from the contact form on the website.',
  rows: { name: 'Name', email: 'Email' },
  answer: 'Reply to this email to answer the sender.',
  message: 'Message:',
}

/** To the address of a new account. */
export const accountConfirm = {
  subject: (clinic) => `Please confirm your account at ${clinic.name}`,
  preview: 'Confirm your address with the link in this email. If it wasn’t you, ignore it.',
  paragraphs: [
    'Someone created an account on our website with this address.',
    'If it was you, open the link below within a day and enter the password you chose. If not, ignore this email; no one can use the account.',
  ],
  link: 'Confirm your address',
} satisfies LinkEmailWords

/** To the owner of an account whose address was used to sign up again. */
export const accountKnown = {
  subject: (clinic) => `You already have an account at ${clinic.name}`,
  preview: 'Someone tried to sign up with your address. Nothing has changed.',
  paragraphs: [
    'Someone tried to create an account on our website with this address. You already have one, so nothing has changed.',
    'If it was you, log in as usual. If you’ve forgotten your password, press Forgot Password there.',
    'If it wasn’t you, you don’t need to do anything.',
  ],
  link: 'Log in',
} satisfies LinkEmailWords

export const passwordReset = {
  subject: (clinic) => `Choose a new password for ${clinic.name}`,
  preview: 'The link in this email works once, for 30 minutes.',
  paragraphs: [
    'Someone asked for a new password for the account with this address.',
    'If it was you, choose one with the link below. It works once, for 30 minutes. If not, ignore this email; your password stays the same.',
  ],
  link: 'Choose a new password',
} satisfies LinkEmailWords

/** To the owner after every change, so that none goes unnoticed. */
export const passwordChanged = {
  subject: (clinic) => `Your password at ${clinic.name} was changed`,
  preview: 'If it was you, you don’t need to do anything.',
  paragraphs: [
    'The password of your account on our website was changed. Every other device was signed out, and earlier links and codes for the account no longer work.',
    'If it was you, you don’t need to do anything.',
    (clinic) =>
      `If it wasn’t you, choose a new password right away with the link below, and call ${clinic.phone.display}.`,
  ],
  link: 'Choose a new password',
} satisfies LinkEmailWords

/** To the admin, from the Connections page. */
export const connectionTest = {
  subject: (clinic) => `Test email from ${clinic.name}`,
  preview: 'If you can read this, email works.',
  paragraphs: [
    'You asked for this test on the Connections page of your dashboard. If you can read it, email works.',
    'If it was in the spam folder, ask the person who manages your domain for SPF, DKIM and DMARC records.',
  ],
} satisfies EmailWords
