import type { ErasedCounts } from '#app/domain/erasure/person-found.ts'

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

const counted: Record<keyof ErasedCounts, (number: number) => string> = {
  appointments: (number) => count(number, 'appointment', 'appointments'),
  orders: (number) => count(number, 'order', 'orders'),
  messages: (number) => count(number, 'message', 'messages'),
  emails: (number) => count(number, 'stored email', 'stored emails'),
  drafts: (number) => count(number, 'unfinished booking', 'unfinished bookings'),
  waitlist: (number) => count(number, 'place on the waitlist', 'places on the waitlist'),
  giftCards: (number) => count(number, 'gift card', 'gift cards'),
  subscriptions: (number) => count(number, 'newsletter subscription', 'newsletter subscriptions'),
  accounts: (number) => count(number, 'account', 'accounts'),
}

/** 'Erased: 2 appointments, 1 order.' */
export const erasedText = (erased: ErasedCounts) => {
  const parts = Object.entries(counted)
    .map(([what, words]) => [erased[what as keyof ErasedCounts], words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => words(number))
  return parts.join(', ')
}

export const erasePage = {
  title: 'Erase a person',
  link: 'Erase a person',
  lead: 'Find everything the website has stored about a person, then erase it. You’ll review it before anything is erased.',
  fields: { email: 'Email', phone: 'Phone' },
  phoneHint: 'Family members often share a number. This finds everyone who uses it.',
  find: 'Find',
  needed: 'Enter an email address, a phone number, or both.',
  found: {
    heading: 'What will be erased',
    nothing: 'The website has nothing stored about this person.',
    appointments: 'Appointments',
    upcoming: 'Upcoming: will be canceled without an email, and the time will open up.',
    past: 'The day, time and service stay, without the person.',
    orders: 'Orders',
    order: 'The items and total stay in your records, without the person. Open orders are canceled.',
    more: 'Also',
    messages: (number: number) => `${counted.messages(number)} from the contact form`,
    emails: (number: number) => `${counted.emails(number)} to or about this person`,
    drafts: (number: number) => counted.drafts(number),
    waitlist: (number: number) => counted.waitlist(number),
    giftCards: (number: number) =>
      `${counted.giftCards(number)}, without the person. What is left on it can still be used with its code.`,
    subscription:
      'The newsletter subscription. A fingerprint of the address stays so it’s never added to the list again.',
    importLines: (number: number) => `${count(number, 'line', 'lines')} of imported files`,
    newsletters: (number: number) => `The address in the results of ${count(number, 'newsletter', 'newsletters')}`,
  },
  account: 'Delete their account too',
  accountStays: 'They have an account with this address. It stays unless you check this box.',
  final: 'This can’t be undone. If you restore an older backup, this person is erased again.',
  button: 'Erase for good',
  done: (erased: ErasedCounts) => `Erased: ${erasedText(erased)}.`,
  nothingDone: 'There was nothing to erase.',
  ownAddress: 'This address belongs to the clinic, so nothing was erased.',
  kept: 'One of this person’s health answers is being kept past its deletion date. Open the appointment and restore automatic deletion first.',
  keptLink: 'Open the appointment',
}
