import type { ChangeRules } from '#app/domain/booking/appointment.ts'
import type { Facts, Page, Parts, Promises } from './page.ts'

/** Shown before the appointment is confirmed. */
export const changeRules = ({ changeCutOffHours: hours, graceMinutes }: ChangeRules) =>
  `You can move your appointment online until ${count(hours, 'hour')} before it starts${graceMinutes > 0 ? `, or within ${count(graceMinutes, 'minute')} of booking it` : ''}. You can cancel it online until it starts.`

/** On the page and in emails. */
export const movableUntil = (when: string) =>
  `You can move it online until ${when}, and cancel it online until it starts.`

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

export const isTooSoon = ({ changeCutOffHours: hours }: Pick<ChangeRules, 'changeCutOffHours'>) =>
  `Your appointment is less than ${count(hours, 'hour')} away.`

const callUs = (clinic: Facts) => `Please call ${clinic.phone.display}.`

/** The patient's page behind the signed link. It names the service only where the patient unfolds it. */
export const appointmentPage = {
  title: 'Your appointment',
  seo: {
    title: 'Your appointment',
    description:
      'Day and time of your appointment at the clinic. Add it to your calendar, or cancel it if you can’t make it.',
  },
  states: {
    requested: 'We’ve received your request and are holding the time for you. We’ll be in touch to confirm it.',
    confirmed: 'Your appointment is booked. We look forward to seeing you.',
    declined: 'We couldn’t see you at this time. Please choose another one.',
    cancelled: 'This appointment is canceled.',
    /** Just now, by its patient. */
    moved: 'Your appointment has been moved. Here is the new time.',
    restored: 'Your appointment is back on, at the same time as before.',
    over: 'This appointment is over.',
    completed: 'This appointment is over. Thank you for coming.',
    'no-show': 'We missed you. Please choose another time.',
  },
  /** When the clinic has closed and emailed the patient. */
  closed: (clinic: Facts) =>
    `We’re sorry, but we’ll be closed at this time. Please move your appointment to another time, or call ${clinic.phone.display} and we’ll find one together.`,
  /** Headlines, followed by the day: 'Tuesday, December 8'. */
  headline: {
    booked: 'See you',
    video: 'See you by video',
    /** Between the two above and the day. */
    on: { today: 'today,', tomorrow: 'tomorrow,', later: 'on' },
    requested: 'Held for you:',
    off: 'Canceled:',
    past: 'Your appointment was on',
  },
  when: 'When',
  where: 'Where',
  with: 'With',
  directions: 'Get directions',
  booked: {
    summary: 'What you booked',
    text: (service: string, duration: string, price: string) => `${service}, ${duration}. ${price}.`,
    price: 'We agree on the price with you before treatment begins.',
  },
  change: 'Need a different time?',
  soonest: 'Next free times',
  byVideo: 'By video. We’ll send you the link before your appointment.',
  byVideoWith: { where: 'By video', link: 'Join the video call' },
  name: 'Name',
  mailed: 'A confirmation email with a calendar file is on its way to you.',
  /** For a request. */
  mailedRequest:
    'An email about your request is on its way to you. Once we’ve confirmed the time, you’ll get another one.',
  /** After many changes within an hour. */
  quiet:
    'We’ve already sent several emails within the last hour, so we won’t send another one now. Please print or save this page.',
  /** The addresses are masked. */
  newAddress: {
    asked: (email: string) =>
      `Your new email ${email} isn’t confirmed yet: we sent a link there. Please open it within a day.`,
    linkLimitReached: (email: string) =>
      `Your new email ${email} isn’t confirmed yet. We’ve sent so many emails within the last hour that we won’t send another one now; please save the address again later.`,
    meanwhile: (email: string) =>
      `Until then, emails about this appointment go to ${email}. To keep that address, save it again.`,
    noneMeanwhile: 'Until then, we won’t send emails about this appointment.',
  },
  keep: 'Please print or save this page; you’ll need its link to move or cancel your appointment.',
  calendar: 'Add to calendar',
  calendars: { apple: 'Apple', google: 'Google', outlook: 'Outlook', file: '.ics file' },
  calendarSays: (title: string) => `The entry says “${title}” and nothing else.`,
  move: 'Move to another time',
  cancel: 'Cancel the appointment',
  tooLateHeading: 'Too late to move online',
  tooLate: (clinic: Facts, rules: Pick<ChangeRules, 'changeCutOffHours'>) =>
    `${isTooSoon(rules)} To move it, ${lower(callUs(clinic))} You can still cancel it here; it will count as a late cancellation.`,
  before: 'Previous time:',
  undo: {
    text: (time: string) => `Canceled by mistake? We’re holding your time until ${time}.`,
    button: 'Undo the cancellation',
  },
  again: 'Book another time',
  /** The same service, after the appointment. */
  bookAgain: 'Book again',
  refused: {
    'not-found': (clinic: Facts) => `We can’t find this appointment anymore. ${callUs(clinic)}`,
    'moved-meanwhile': () => 'This appointment was just moved. Please reload the page to see its new time.',
    'not-upcoming': (clinic: Facts) => `This appointment can no longer be changed. ${callUs(clinic)}`,
    'too-late': (clinic: Facts, rules: Pick<ChangeRules, 'changeCutOffHours'>) =>
      `${isTooSoon(rules)} To move it, ${lower(callUs(clinic))}`,
  },
  undoTooLate: (clinic: Facts) => `The time has been released. Book it again, or call ${clinic.phone.display}.`,
  preparation: 'How to prepare',
  data: {
    heading: 'Your data',
    contact: {
      summary: 'Correct name, email or phone',
      button: 'Save',
    },
    health: {
      summary: 'Replace or erase your health answer',
      states: {
        sealed: 'Your answer is stored securely and isn’t shown here.',
        none: 'You haven’t given us a health answer.',
        /** After a restore. */
        lost: 'Your answer can’t be opened anymore: it came from a backup and has been erased or replaced since.',
      },
      label: 'Present health condition',
      hint: 'Only the clinic reads this. It is stored encrypted and never emailed.',
      button: 'Replace the answer',
      erase: 'Erase the answer',
    },
    erase: {
      summary: 'Erase everything',
      text: 'We’ll erase your name, email, phone and health answer, including from emails we kept. An upcoming appointment is canceled right away, and this link stops working. This can’t be undone.',
      button: 'Erase everything',
    },
  },
  failure: (clinic: Facts) =>
    `We couldn’t save this just now. Please press the button again in a moment, or call ${clinic.phone.display}.`,
  unknown: 'That didn’t work. Please choose one of the buttons.',
} satisfies Page & Parts

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const movePage = {
  title: 'Move your appointment',
  seo: {
    title: 'Move your appointment',
    description: 'Choose another day and time for your appointment. Your current time stays yours until you confirm.',
  },
  now: (when: string) => `It is on ${when}. That time stays yours until you confirm another one.`,
  back: 'Back to your appointment',
  button: 'Move to this time',
} satisfies Page & Parts

export const linkGone = {
  title: 'This link no longer works',
  lead: 'It may be incomplete, expired or replaced by a newer one.',
  seo: {
    title: 'Link not found',
    description:
      'This link to an appointment no longer works. It may be incomplete, expired or replaced by a newer one.',
  },
  help: (clinic: Facts) =>
    `Enter the email you booked with and we’ll send you a new one. Or call ${clinic.phone.display} and we’ll look it up for you.`,
} satisfies Page & Parts

/** The link in the email to a new address. */
export const confirmAddressPage = {
  title: 'Confirm your new email',
  lead: 'One click, and our emails about your appointment come to this address.',
  seo: {
    title: 'Confirm your new email',
    description:
      'Someone entered your address for an appointment at the clinic. One click confirms that it was you; otherwise we won’t send anything.',
  },
  ask: (email: string) => `Send the emails about your appointment to ${email}?`,
  button: 'Confirm',
  done: {
    title: 'Your email is confirmed',
    text: (email: string) =>
      `Emails about your appointment will go to ${email} from now on. The link to your appointment is on its way there.`,
  },
  invalid: {
    title: 'This link doesn’t work',
    text: (clinic: Facts) =>
      `It may be incomplete or expired, or a different address has been entered since. Open your appointment and enter the address again, or call ${clinic.phone.display}.`,
  },
} satisfies Page & Parts

export const newLinkPage = {
  title: 'Find your appointment',
  lead: 'Enter the email you booked with. We’ll send you the link to move or cancel your appointment.',
  seo: {
    title: 'Find your appointment',
    description: 'Lost the link to your appointment at the clinic? Here is how you can get back to it.',
  },
  /** With a hosted calendar. */
  hosted: (host: string, clinic: Facts) =>
    `New appointments are booked through ${host}. To change one, use its confirmation, or call ${clinic.phone.display}.`,
  hostedEarlier: 'For an appointment you booked on this website earlier, enter the email you booked with.',
  email: 'Email',
  button: 'Send me a new link',
  /** The same whether there are appointments or not. */
  sent: 'If there are appointments with this email, we’ve sent the links to it. Please check your inbox in a few minutes.',
  /** While emails are stored and not sent. */
  kept: (clinic: Facts) =>
    `This website can’t send email right now. Please call ${clinic.phone.display} and we’ll look up your appointment for you.`,
  failure: 'We couldn’t process that.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Please press again in a moment, or call ${clinic.phone.display}.`,
} satisfies Page & Parts

export function newLinkLead(clinic: Facts, { keepsEmails, schedulerHost }: Promises) {
  const hosted = schedulerHost ? newLinkPage.hosted(schedulerHost, clinic) : ''
  if (keepsEmails) return hosted || newLinkPage.kept(clinic)
  return hosted ? `${hosted} ${newLinkPage.hostedEarlier}` : newLinkPage.lead
}
