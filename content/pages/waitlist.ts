import type { Facts } from './page.ts'

/** How long a freed time is held for one person. */
export const offerRules = {
  /** From the longest on: more than so many hours ahead, for so many minutes of the day. */
  held: [
    { overHours: 7 * 24, minutes: 24 * 60 },
    { overHours: 48, minutes: 4 * 60 },
    { overHours: 24, minutes: 60 },
    { overHours: 0, minutes: 30 },
  ],
  /** The hours of the day that count. */
  from: '08:00',
  until: '21:00',
  leastNoticeHours: 2,
  leastMinutes: 15,
  /** After so many offers without an answer, the person is asked whether they still want to be told. */
  mostSilent: 3,
}

const wish = {
  services: 'What would you like to come for?',
  servicesHint: 'Choose one or more. An open time can be for any of them.',
  person: 'With',
  anyone: 'Anyone',
  days: 'On which days?',
  daysHint: 'Choose none if every day suits you.',
  times: 'At what time?',
  timesHint: 'Your appointment will begin and end between these.',
  from: 'From',
  until: 'Until',
  anyTime: 'Any time',
  lastDay: 'Last day',
  lastDayHint: 'After this day we take you off the list.',
}

/** What the list does, in one sentence: `offerFreed` keeps to it, and the audit trail proves it. */
export const fairness =
  'When a time opens, we offer it to whoever has waited longest and wants a time like it, hold it for them until a moment that we tell them, and pass it to the next person only when they decline, don’t answer, or the clinic notes why it skipped them.'

const states = {
  waiting: 'You’re on the waitlist.',
  paused: 'You’re on the waitlist, but we stopped telling you about times, since you didn’t answer the last ones.',
  booked: 'You accepted a time, so you’re no longer on the waitlist.',
  left: 'You’re no longer on the waitlist.',
  ended: 'Your last day is over, so you’re no longer on the waitlist.',
}

/** The page to join the waitlist. */
export const waitlistPage = {
  title: 'Tell me when something opens',
  lead: 'No time that suits you? We’ll email you when one opens.',
  /** While no emails leave the website: Today says whom to call. */
  leadByPhone: 'No time that suits you? We’ll call you when one opens.',
  seo: {
    title: 'Waitlist',
    description: (clinic: Facts) =>
      `Join the waitlist of ${clinic.name}: say which days and hours suit you, and we’ll tell you when a time opens.`,
  },
  fair: {
    heading: 'Who is asked first',
    held: 'The sooner the time, the shorter we can hold it: from half an hour to about two days.',
  },
  wish,
  phoneHint: 'We’ll only call about a time that opens.',
  errors: {
    services: 'Choose at least one service.',
    person: 'Choose a person from the list.',
    hour: 'Choose a time from the list.',
    until: 'Choose a time that is later than the one in “From”.',
    short: (minutes: number) => `Choose a later time: your appointment takes at least ${minutes} minutes.`,
    lastDay: (last: string) => `Enter a day from today to ${last}.`,
  },
  privacy:
    'We use these details only to tell you about open times, and delete them within 30 days of your leaving the list.',
  button: 'Join the waitlist',
  another: 'Add another wish',
  joined: 'You’re on the waitlist. Our email has a link to change your wishes or leave.',
  kept: (clinic: Facts) => `You’re on the waitlist. To change your wishes or leave, call ${clinic.phone.display}.`,
  failure: 'We couldn’t put you on the waitlist just now. Please try again in a minute.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Everything is still here; press again in a moment, or call ${clinic.phone.display}.`,
}

/** The page behind the link in the emails, for one person on the list. */
export const waitlistEntryPage = {
  title: 'Your place on the waitlist',
  seo: {
    title: 'Your place on the waitlist',
    description:
      'Change which days and hours you’re waiting for, or leave the waitlist. You need no account for either.',
  },
  states,
  keep: 'Keep telling me',
  change: { heading: 'What you’re waiting for', button: 'Save changes', done: 'Saved. You keep your place.' },
  leave: {
    heading: 'Leave the waitlist',
    text: 'We’ll delete what you told us for it within 30 days.',
    button: 'Leave the waitlist',
  },
  again: 'Join again',
  failure: 'We couldn’t save this just now. Please try again in a minute.',
  gone: 'This link doesn’t work any more. You can join the waitlist again at any time.',
}

/** The page of one offered time. */
export const offerPage = {
  title: 'A time has opened',
  seo: {
    title: 'A time has opened',
    description:
      'Accept the time that we’re holding for you, or let us offer it to the next person. You need no account.',
  },
  held: (until: string) => `We’re holding it for you until ${until}.`,
  with: (person: string) => `With ${person}`,
  service: 'What it’s for',
  /** Before it is accepted, if the clinic confirms it first. */
  asks: 'If you accept, it’s a request: we’ll keep the time for you, and confirm it or call you.',
  accept: 'Accept',
  decline: 'No, thanks',
  leave: 'Leave the waitlist',
  declineHint: 'If you decline it, you keep your place on the list.',
  /** Instead of the time, once it can no longer be accepted. */
  over: {
    title: 'This time is no longer held',
    text: 'You keep your place on the list, and we’ll tell you when another time opens.',
    left: 'You’re no longer on the waitlist.',
    free: 'Open now',
    book: 'All open times',
  },
  notPayable: {
    emailed: 'The payment page can’t be opened any more. Our email has the link to your booking.',
    kept: (clinic: Facts) => `The payment page can’t be opened any more. Please call ${clinic.phone.display}.`,
  },
  back: 'Back to this time',
  accepted: {
    title: (when: string) => `It’s yours: ${when}`,
    emailed:
      'We’ve emailed you the confirmation. Its link shows your appointment, and what we still need to know before you come.',
    kept: (clinic: Facts) => `Your appointment is booked. To move or cancel it, call ${clinic.phone.display}.`,
  },
  asked: {
    title: (when: string) => `You’ve asked for ${when}`,
    emailed:
      'We’re keeping the time for you, and will confirm it or call you. Our email has the link to your appointment.',
    kept: () => 'We’re keeping the time for you, and will call you.',
  },
  /** We couldn’t hold it: too many were booked at once. */
  askedUnheld: {
    title: (when: string) => `You’ve asked for ${when}`,
    emailed: 'We’ve received your request. We’ll confirm it by phone or email.',
    kept: () => 'We’ve received your request. We’ll call to confirm.',
  },
  declined: {
    title: 'Thank you for telling us',
    text: 'We’ll offer this time to the next person. You keep your place on the list.',
  },
  failure: 'We couldn’t save this just now. Please try again in a minute.',
  missing: 'This link doesn’t work. Please use the whole link from our email.',
}
