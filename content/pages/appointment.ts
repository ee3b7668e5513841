import type { ChangeRules } from '#app/domain/booking/appointment.ts'
import type { Facts, Page, Parts } from './page.ts'

/** Said before it is confirmed. */
export const changeRules = ({ changeCutOffHours: hours, graceMinutes }: ChangeRules) =>
  `You can move your appointment online until ${count(hours, 'hour')} before it begins${graceMinutes > 0 ? `, or within ${count(graceMinutes, 'minute')} of booking it` : ''}. You can cancel it online until it begins.`

/** On the page and in emails. */
export const movableUntil = (when: string) =>
  `You can move it online until ${when}, and cancel it online until it begins.`

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

const callUs = (clinic: Facts) => `Please call ${clinic.phone.display}.`

/** The page behind the link that a patient has; it does not name the service. */
export const appointmentPage = {
  title: 'Your appointment',
  seo: {
    title: 'Your appointment',
    description:
      'Day and time of your appointment at the clinic. Add it to your calendar, or cancel it if you cannot come.',
  },
  states: {
    requested: 'We have your request and hold the hour for you. You hear from us as soon as it is confirmed.',
    confirmed: 'Your appointment is booked. We look forward to seeing you.',
    declined: 'We could not see you at this hour. Please choose another time.',
    cancelled: 'This appointment is canceled.',
    /** Just now, by its patient. */
    moved: 'Your appointment was moved. This is its time now.',
    restored: 'Your appointment is on again, at the same time as before.',
    over: 'This visit is over.',
    completed: 'This visit is over. Thank you for coming.',
    'no-show': 'We missed you at this hour. Please choose another time.',
  },
  heading: 'Day and time',
  when: 'When',
  where: 'Where',
  byVideo: 'By video. We send you the link before the visit.',
  byVideoAt: 'By video:',
  name: 'Name',
  mailed: 'A confirmation is on its way to you by e-mail, with a calendar file.',
  /** After many changes within an hour. */
  quiet:
    'We sent several emails within the last hour, so no further email is sent now. Please print or save this page.',
  /** An address that was given and not confirmed yet; the addresses are masked. */
  newAddress: {
    asked: (email: string) =>
      `The new address ${email} waits for confirmation: we sent an email with a link there. Please open it within a day.`,
    notAsked: (email: string) =>
      `The new address ${email} waits for confirmation. So many emails went out within the last hour that no further email is sent now: please save the address again later.`,
    meanwhile: (email: string) =>
      `Until then our emails about this appointment go to ${email}. To keep that address, save it again.`,
    noneMeanwhile: 'Until then we send no emails about this appointment.',
  },
  keep: 'Please print or save this page: its address is the way to move or cancel your appointment.',
  calendar: 'Add to calendar',
  move: 'Move to another time',
  cancel: 'Cancel the appointment',
  tooLate: (clinic: Facts) =>
    `It is too late to move it here. You can still cancel it, which the clinic sees as a late cancellation. To move it, ${lower(callUs(clinic))}`,
  /** Of the time that it had before it was moved. */
  before: 'Before:',
  undo: {
    text: (time: string) => `Canceled by mistake? Until ${time} nobody else is offered your hour.`,
    button: 'Undo the cancellation',
  },
  again: 'Book another time',
  refused: {
    'not-found': (clinic: Facts) => `This appointment is no longer there. ${callUs(clinic)}`,
    'not-coming': (clinic: Facts) => `This appointment can no longer be changed. ${callUs(clinic)}`,
    'too-late': (clinic: Facts) => `It is too late to move it here. ${callUs(clinic)}`,
  },
  undoTooLate: (clinic: Facts) => `The hour is free again by now. Book it anew, or call ${clinic.phone.display}.`,
  preparation: 'How to prepare',
  data: {
    heading: 'Your data',
    contact: {
      summary: 'Correct name, email or phone',
      fields: { name: 'Name', email: 'Email', phone: 'Phone' },
      button: 'Save',
    },
    health: {
      summary: 'Replace or erase your health answer',
      states: {
        sealed: 'Your answer is with us, sealed. It is not shown here.',
        none: 'We have no health answer from you.',
        /** After a restore. */
        lost: 'Nobody can open your answer any more: it comes from a backup, and was erased or replaced since.',
      },
      label: 'Present health condition',
      hint: 'Only the clinic reads this. It is stored encrypted and never e-mailed.',
      button: 'Replace the answer',
      erase: 'Erase the answer',
    },
    erase: {
      summary: 'Erase everything',
      text: 'Your name, address, phone and health answer are erased, also from letters that we kept. A coming appointment is canceled at once, and this link opens nothing any more. This cannot be undone.',
      button: 'Erase everything',
    },
  },
  failure: (clinic: Facts) =>
    `This could not be stored just now. Please press the button again in a moment, or call ${clinic.phone.display}.`,
  unknown: 'We could not read what you want to do. Please press one of the buttons.',
} satisfies Page & Parts

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const movePage = {
  title: 'Move your appointment',
  seo: {
    title: 'Move your appointment',
    description:
      'Choose another day and time for your appointment. The old hour stays yours until you press the button.',
  },
  now: (when: string) => `It is on ${when}.`,
  button: 'Move to this time',
} satisfies Page & Parts

export const linkGone = {
  title: 'This link opens nothing',
  lead: 'It may be incomplete, or too old, or a newer one took its place.',
  seo: {
    title: 'Link not found',
    description: 'This link to an appointment opens nothing. It may be incomplete, or a newer one took its place.',
  },
  help: (clinic: Facts) =>
    `Enter the email that you booked with, and we send you a new one. Or call ${clinic.phone.display}, and we look it up for you.`,
} satisfies Page & Parts

/** Where the email leads that asks a patient's new address. */
export const confirmAddressPage = {
  title: 'Confirm your new email',
  lead: 'One click, and our emails about your appointment come to this address.',
  seo: {
    title: 'Confirm your new email',
    description:
      'Someone entered your address for an appointment at the clinic. One click confirms that it was you; without it we send nothing.',
  },
  ask: (email: string) => `Send the emails about your appointment to ${email}?`,
  button: 'Confirm',
  done: {
    title: 'Your email is confirmed',
    text: (email: string) =>
      `Our emails about your appointment go to ${email} from now on. The link to your appointment is on its way there.`,
  },
  invalid: {
    title: 'This link opens nothing',
    text: (clinic: Facts) =>
      `It may be incomplete, or too old, or another address was given since. Open your appointment and enter the address again, or call ${clinic.phone.display}.`,
  },
} satisfies Page & Parts

/** For who lost the link to an appointment. */
export const newLinkPage = {
  title: 'Find your appointment',
  lead: 'Enter the email that you booked with. We send you the link to move or cancel your appointment.',
  seo: {
    title: 'Find your appointment',
    description: 'Lost the link to your appointment at the clinic? This page is the way back to it.',
  },
  /** With a hosted calendar: what was booked there is changed there. */
  hosted: (host: string, clinic: Facts) =>
    `New appointments are booked with ${host}: to change one, use what it gave you, or call ${clinic.phone.display}.`,
  hostedEarlier: 'For an appointment that you booked on this website earlier, enter the email that you booked with.',
  email: 'Email',
  button: 'Send me a new link',
  /** The same whether there are any. */
  sent: 'If there are appointments with this email, their links are on the way to it. Please look in your inbox in a few minutes.',
  /** While letters are only kept in the house, somebody there must pass it on. */
  kept: (clinic: Facts) =>
    `This website sends no e-mail at present. Please call ${clinic.phone.display}, and we look your appointment up for you.`,
  failure: 'We could not take that in.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Please press again in a moment, or call ${clinic.phone.display}.`,
} satisfies Page & Parts
