import type { ChangeRules } from '#app/domain/booking/booking-rules.ts'
import type { Facts } from './page.ts'

/** Shown before the appointment is confirmed. */
export const changeRules = ({ changeCutOffHours: hours, graceMinutes }: ChangeRules) =>
  `You can move your appointment online until ${count(hours, 'hour')} before it starts${graceMinutes > 0 ? `, or within ${count(graceMinutes, 'minute')} of booking it` : ''}. You can cancel it online until it starts.`

/** On the page and in emails. */
export const movableUntil = (when: string) =>
  `You can move it online until ${when}, and cancel it online until it starts.`

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

/** '24 hours' */
export const toNotice = ({ changeCutOffHours: hours }: Pick<ChangeRules, 'changeCutOffHours'>) => count(hours, 'hour')

const callUs = (clinic: Facts) => `Please call ${clinic.phone.display}.`

/** Names, controls and answers of the patient's page. Its other texts are in appointment.json. */
export const appointmentPage = {
  /** Between the headline and the day. */
  on: { today: 'today,', tomorrow: 'tomorrow,', later: 'on' },
  /** On paper. */
  printed: {
    text: 'To see, move or cancel this appointment, scan the code or open:',
    code: 'Code of this page’s address',
  },
  when: 'When',
  where: 'Where',
  with: 'With',
  directions: 'Get directions',
  booked: (service: string, duration: string, price: string | undefined) =>
    `${service}, ${duration}.${price ? ` ${price}.` : ''}`,
  byVideo: 'By video. We’ll send you the link before your appointment.',
  byVideoWith: { where: 'By video', link: 'Join the video call' },
  name: 'Name',
  calendars: { apple: 'Apple', google: 'Google', outlook: 'Outlook', file: '.ics file' },
  move: 'Move to another time',
  cancel: 'Cancel the appointment',
  before: 'Previous time:',
  undo: 'Undo the cancellation',
  again: 'Book another time',
  /** The same service, after the appointment. */
  bookAgain: 'Book again',
  refused: {
    'not-found': (clinic: Facts) => `We can’t find this appointment anymore. ${callUs(clinic)}`,
    'moved-meanwhile': () => 'This appointment was just moved. Please reload the page to see its new time.',
    'not-upcoming': (clinic: Facts) => `This appointment can no longer be changed. ${callUs(clinic)}`,
    'too-late': (clinic: Facts, rules: Pick<ChangeRules, 'changeCutOffHours'>) =>
      `Your appointment is less than ${toNotice(rules)} away. To move it, please call ${clinic.phone.display}.`,
  },
  undoTooLate: (clinic: Facts) => `The time has been released. Book it again, or call ${clinic.phone.display}.`,
  data: {
    contact: 'Save',
    health: {
      label: 'Present health condition',
      // Product decisions, 'Health data'.
      hint: 'Only the clinic reads this. It is stored encrypted and never emailed.',
      button: 'Replace the answer',
      erase: 'Erase the answer',
    },
    erase: 'Erase everything',
    /** The clinic entered the address. */
    closed: (clinic: Facts) =>
      `The clinic entered this email address. Until you’ve proved it and we’ve confirmed it, nothing that was given before can be changed or erased here. Open “See and download”, or call ${clinic.phone.display}.`,
    all: 'See and download everything we hold about you',
  },
  failure: (clinic: Facts) =>
    `We couldn’t save this just now. Please press the button again in a moment, or call ${clinic.phone.display}.`,
  unknown: 'That didn’t work. Please choose one of the buttons.',
}

/** On the page of an appointment that is a day of a plan. */
export const planDays = {
  heading: (day: number, days: number) => `Day ${day} of ${days}`,
  progress: ({ done, left, missed }: { done: number; left: number; missed: number }) =>
    [`${done} done`, `${left} left`, missed > 0 && `${missed} canceled or missed`].filter(Boolean).join(', ') + '.',
  day: (day: number) => `Day ${day}`,
  /** 'held': until it is paid or a card is kept. */
  states: {
    held: 'One step left',
    requested: 'Asked for',
    confirmed: 'Ahead',
    arrived: 'Now',
    'in-session': 'Now',
    over: 'Over',
    completed: 'Done',
    cancelled: 'Canceled',
    declined: 'Declined',
    'no-show': 'Missed',
  },
  file: 'One calendar file with all days',
  /** Of a canceled day, while others are ahead. */
  elsewhere: (clinic: Facts) =>
    `This day of your plan is still yours. Call ${clinic.phone.display}, and we’ll find another time for it.`,
  move: (days: number) => `Move all ${days} days`,
  moved: 'The days of your plan have been moved. Here are the new times.',
  cancelHint: (days: number) => `This cancels the ${days} days that are ahead. For three minutes you can undo it.`,
  cancel: (days: number) => `Cancel all ${days} days`,
}

export const movePage = {
  back: 'Back to your appointment',
  button: 'Move to this time',
  /** Of a day of a plan, which stays between its neighbors. */
  range: ({ first, last }: { first: string; last: string }, clinic: Facts) =>
    `This day of your plan can be ${first === last ? `on ${first} only` : `from ${first} to ${last}`}. For another day, call ${clinic.phone.display}.`,
}

/** Where the days of a plan are moved together. */
export const movePlanPage = {
  seo: {
    title: 'Move your days',
    description: 'Choose other days for all of your plan at once. The present ones stay yours until you confirm.',
  },
  title: 'Move your days',
  lead: (days: string) => `They are on ${days}. These times stay yours until you confirm other ones.`,
  /** Of days that are over, or too near to be moved online. */
  stay: (count: number) =>
    count === 1 ? 'One other day stays where it is.' : `${count} other days stay where they are.`,
  review: 'Your new days',
  held: 'Nothing is moved until you press the button. Then all of these days are, or none.',
  button: (days: number) => `Move all ${days} days`,
  pending: 'Moving…',
  other: 'Other proposals',
  back: 'Back to your appointment',
  taken: 'Not all of these days are free anymore. Nothing was moved. Please choose from the new proposals.',
  notPlanned: 'These days don’t fit the plan. Nothing was moved. Please choose from the proposals.',
  meanwhile: 'A day of your plan was changed meanwhile. Nothing was moved. Please choose again.',
}

/** On the page that the link in the email to a new address opens. */
export const confirmAddressButton = 'Confirm'

/** The same page, of a booking that holds no time. */
export const confirmToHold = {
  title: 'Confirm your email',
  lead: 'One click, and the time that you asked for is yours if it’s still free.',
  ask: 'Did you ask for an appointment with {address}?',
}

/** Controls and answers of the page that sends a patient the links; its other texts are in find-appointment.json. */
export const newLinkPage = {
  email: 'Email',
  button: 'Send me a new link',
  /** The same whether there are appointments or not. */
  sent: 'If there are appointments with this email, we’ve sent the links to it. Please check your inbox in a few minutes.',
  failure: 'We couldn’t process that.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Please press again in a moment, or call ${clinic.phone.display}.`,
}
