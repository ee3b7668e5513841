import type { Facts } from './pages/page.ts'

// What emails say besides the texts that the clinic edits (schemas/account-emails.ts and others like it): the names of
// their buttons and facts, why they came, and all of those to the clinic itself.

const why = {
  appointment: 'You’re getting this email because an appointment was booked with this address.',
  account: 'You’re getting this email because this address was entered on our login page.',
  owner: 'You’re getting this email because you have an account on our website.',
  newsletterForm: 'You’re getting this email because this address was entered in our newsletter form.',
  subscriber: (clinic: Facts) => `You’re getting this email because you subscribed to the ${clinic.name} newsletter.`,
  clinic: 'You’re getting this email because the website sends new orders, messages and appointments to this address.',
}

export const directionsLabel = 'Directions'

/** To a new subscriber. */
export const newsletterWelcome = { link: 'Read our latest posts', why: why.subscriber, unsubscribe: 'Unsubscribe' }

export const newsletterIssue = {
  read: 'Read it here',
  why: why.subscriber,
  unsubscribe: 'Unsubscribe',
  /** In one that is written here. */
  archive: 'View in your browser',
  readPost: 'Read post',
  times: 'Next free times',
  allTimes: 'See free times',
  hours: 'Opening hours',
}

/** To a new subscriber, if NEWSLETTER_CONFIRM is on. */
export const newsletterOptIn = { link: 'Confirm the subscription', why: why.newsletterForm }

/** To an unsubscribed address that was used to sign up again. */
export const newsletterConfirm = { link: 'Subscribe again', why: why.newsletterForm }

/** To somebody who is to work at the dashboard. */
export const staffInvitation = {
  link: 'Accept the invitation',
  why: 'You’re getting this email because somebody at the clinic invited this address.',
}

/** To the owner. */
export const staffJoined = {
  subject: (name: string) => `${name} now works at the dashboard`,
  preview: 'An invitation was accepted.',
  headline: (name: string) => `${name} accepted the invitation`,
  rows: { name: 'Name', email: 'Email', role: 'Role' },
  advice: 'If this isn’t who you invited, end the access on the Staff page right away.',
  link: 'Open Staff',
  why: 'You’re getting this email because you own the clinic’s website.',
}

/** The clinic's own addresses or numbers were changed in the dashboard or from files. */
export const contactChanged = {
  subject: { emails: 'The clinic’s email addresses were changed', phones: 'The clinic’s phone numbers were changed' },
  preview: 'Messages now go to the new ones.',
  rows: { was: 'Before', is: 'Now' },
  advice:
    'If nobody at the clinic meant this, restore the earlier version on the Clinic page and check who works at the dashboard.',
  link: 'Open the Clinic page',
  why: 'You’re getting this email because this was the clinic’s address, or you own its website.',
}

/** The items of an order. */
export const orderBill = {
  total: 'Total',
  giftCard: (hint: string) => `Gift card ··${hint}`,
  afterCard: 'After the gift card',
  each: (price: string) => `${price}\u00a0each`,
  /** Only if the clinic takes online payments. */
  tax: (rate: string, product: string) => `Sales tax ${rate}, ${product}`,
}

/** To the clinic (specification, section 7). */
export const orderNotice = {
  subject: (number: string, name: string) => `Order ${number} from ${name}`,
  preview: (total: string) => `New order on the website, ${total} total.`,
  headline: (number: string) => `New order ${number}`,
  greeting: 'A new order was placed on the website.',
  rows: { number: 'Order', placed: 'Placed', name: 'Name', email: 'Email', phone: 'Phone' },
  note: 'Note:',
  answer: 'Reply to this email to reach the customer.',
  link: 'View the order',
  why: why.clinic,
}

/** To the customer. */
export const orderConfirmation = {
  link: 'See your order',
  why: 'You’re getting this email because an order was placed with this address. Ordering never subscribes you to anything.',
}

/** To the customer when the status changes. */
export const orderChange = {
  number: 'Order',
  where: 'Where',
  open: 'Open',
  closed: 'Closed',
  /** Days in a row: 'Monday to Friday', 'Saturday and Sunday', 'Monday'. */
  days: (first: string, last: string, count: number) =>
    count > 1 ? `${first} ${count > 2 ? 'to' : 'and'} ${last}` : first,
  link: 'See your order',
  why: orderConfirmation.why,
}

export const appointmentParts = {
  when: 'When',
  where: 'Where',
  with: 'With',
  /** The time of a canceled appointment. */
  was: 'Was',
  /** The times of a moved appointment. */
  now: 'Now',
  before: 'Before',
  bring: 'Bring',
  /** Of a plan: 'Day 3'. */
  ofPlan: (day: number) => `Day ${day}`,
  byVideo: 'By video. We’ll send you the link before your appointment.',
  byVideoWith: { where: 'By video', link: 'Join the video call' },
  calendarName: (clinic: string) => `Appointment at ${clinic}`,
  link: 'See your appointment',
  /** When it cannot be moved online any more. */
  linkLate: 'See or cancel your appointment',
  again: 'Book another time',
  otherTime: 'Choose another time',
  undo: 'Undo the cancellation',
  forms: 'Fill in before your appointment',
  hold: 'Confirm your email',
  why: why.appointment,
}

/** To a patient's new address. */
export const appointmentAddress = {
  link: 'Confirm your address',
  why: 'You’re getting this email because this address was entered on our website.',
}

/** To a patient who opens their data from the link to an appointment. The subject says nothing about a visit. */
export const addressReplaced = {
  subject: 'Your email address was replaced',
  preview: 'Emails about an appointment go to another address now.',
  headline: 'Your email address was replaced',
  text: 'An appointment with us had this email address. We have replaced it with another one, so emails about the appointment and its link no longer come here.',
  notYou: (clinic: Facts) =>
    `If the appointment is yours and you didn’t ask for this, please call us at ${clinic.phone.display}.`,
  link: 'Contact us',
  why: 'You’re getting this email because an appointment had this address until now.',
}

export const dataCode = {
  subject: 'Your code',
  preview: 'It works for 15 minutes.',
  headline: 'Your code',
  text: 'Enter this code on the page that asked for it:',
  link: 'Enter the code',
  lasts: 'It works once, for 15 minutes, and only in the browser that asked for it.',
  notYou:
    'If you didn’t ask for it, you don’t need to do anything. Please don’t give the code to anyone, including us.',
  why: 'You’re getting this email because somebody with the link to your appointment asked for a code.',
}

/** To a patient, without a word about what was asked. */
export const dataRequestAnswered = {
  subject: 'We’ve answered your request',
  preview: 'You can read our answer on our website.',
  headline: 'We’ve answered your request',
  text: 'You asked us about the data we hold. You can read our answer on our website, after showing that it’s you.',
  link: 'Read the answer',
  otherwise: (clinic: Facts) => `If you’d rather have it on paper, please call ${clinic.phone.display}.`,
  why: 'You’re getting this email because you asked us about your data.',
}

/** To a person whose data is gone. */
export const dataErased = {
  subject: 'Your data has been erased',
  preview: 'As you asked.',
  headline: 'Your data has been erased',
  text: [
    'As you asked, we’ve erased what we held about you.',
    'Orders and appointments stay in our books without your name, email address and phone number, because the law requires us to keep the books. That you asked for this, and when, stays too, also without your name.',
    'This email is deleted from our system once it’s sent. Copies in your own mailbox are yours.',
  ],
  link: 'Our website',
  why: 'You’re getting this email because you asked us to erase your data.',
}

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
  /** Of a plan. */
  ofPlan: (subject: string, days: number) => `${subject}, with ${days} days in all`,
  preview: 'See the dashboard for details.',
  rows: { name: 'Name', phone: 'Phone', when: 'When', with: 'With' },
  link: 'Open in the dashboard',
  why: why.clinic,
}

/** To the clinic. */
export const contactMessage = {
  from: (name: string) => `Message from ${name}`,
  preview: 'Sent from the contact form on the website.',
  greeting: 'You have a new message from the contact form on the website.',
  rows: { name: 'Name', email: 'Email' },
  answer: 'Reply to this email to answer the sender.',
  message: 'Message:',
  why: why.clinic,
}

/** To the person who wrote a message, with what the clinic answered. */
export const messageReply = {
  subject: (clinic: Facts) => `Re: Your message to ${clinic.name}`,
  preview: (clinic: Facts) => `An answer from ${clinic.name}.`,
  headline: 'Our reply to your message',
  again: 'You can answer this email if you have another question.',
  why: 'You’re getting this email because this address was entered in our contact form.',
}

/** To the address of a new account. */
export const accountConfirm = { link: 'Confirm your address', why: why.account }

/** To the owner of an account whose address was used to sign up again. */
export const accountKnown = { link: 'Log in', why: why.account }

export const passwordReset = { link: 'Choose a new password', why: why.account }

/** To the owner after every change, so that none goes unnoticed. */
export const passwordChanged = {
  link: 'Choose a new password',
  passkeys: (names: string) =>
    `You can still log in with a passkey: ${names}. If you don’t know one of these, remove it in your profile.`,
  why: why.owner,
}

/** To the owner of an account. */
export const passkeyAdded = {
  subject: (clinic: string) => `A passkey was added to your account at ${clinic}`,
  preview: 'If it was you, you don’t need to do anything.',
  headline: 'A passkey was added',
  text: (name: string) =>
    `A passkey was added to your account on our website: ${name}. That device logs in with it after its PIN, a fingerprint or a face.`,
  link: 'See your passkeys',
  advice: (clinic: Facts) =>
    `If it wasn’t you, log in, remove the passkey, sign out everywhere and change your password right away. Then please call ${clinic.phone.display}.`,
  why: why.owner,
}

/** To the admin, from the Connections page. */
export const connectionTest = {
  subject: (clinic: Facts) => `Test email from ${clinic.name}`,
  preview: 'If you can read this, email works.',
  headline: 'Email works',
  paragraphs: [
    'You asked for this test on the Connections page of your dashboard. If you can read it, email works.',
    'If it was in the spam folder, ask the person who manages your domain for SPF, DKIM and DMARC records.',
  ],
  why: 'You’re getting this email because someone pressed the test button in your dashboard.',
}

/** To somebody who waits for a time. No email says for what. */
export const waitlistEmails = {
  why: 'You’re getting this email because this address is on our waitlist.',
  joined: {
    subject: (clinic: Facts) => `You’re on the waitlist at ${clinic.name}`,
    preview: 'We’ll email you when a time opens.',
    headline: 'You’re on the waitlist',
    text: 'We’ll email you when a time opens that suits you. The email says until when we hold it for you.',
    link: 'Change or leave',
    notYou: 'If you didn’t ask for this, leave the list with the same link, or ignore this email.',
  },
  paused: {
    subject: 'Do you still want to hear about open times?',
    preview: 'We haven’t heard from you.',
    headline: 'Still waiting?',
    text: 'We offered you some times and didn’t hear from you, so we stopped. You keep your place on the list. If you still want to hear about open times, tell us.',
    link: 'Keep telling me, or leave',
  },
  offer: {
    subject: (clinic: Facts) => `A time has opened at ${clinic.name}`,
    preview: 'We’re holding it for you.',
    headline: 'A time has opened',
    text: 'Open the link and press Accept. Until then, nothing is booked.',
    when: 'When',
    until: 'Held until',
    link: 'See the time',
    after:
      'If it doesn’t suit you, press “No, thanks” there, and we’ll offer it to the next person. You keep your place on the list.',
    silence: (many: number) =>
      `After ${many} emails without an answer, we’ll ask whether you still want to hear from us.`,
  },
  withdrawn: {
    subject: 'The time we offered you is no longer open',
    preview: 'You keep your place on the list.',
    headline: 'This time is no longer open',
    text: 'We can’t see patients at the time we were holding for you after all. We’re sorry. You keep your place on the list, and we’ll email you when another time opens.',
    when: 'No longer open',
    link: 'Change or leave',
  },
}
