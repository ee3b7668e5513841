import { patientLabels } from '../patient-fields.ts'
import type { Facts } from './page.ts'

/** Besides the texts that are edited in the dashboard. */
export const bookingPage = {
  chosen: { notAvailable: 'Not available now', change: 'Change service' },
  hours: 'Opening hours',
  /** Of the time that was chosen on the form. */
  lost: 'That time isn’t available. Please choose another one.',
  noneFree: (clinic: Facts) => `No times are open online right now. Call ${clinic.phone.display}.`,
  unknownFree: (clinic: Facts) => `We can’t show open times right now. Call ${clinic.phone.display}.`,
  fields: {
    ...patientLabels,
    health: 'Present health condition',
    // Product decisions, 'Health data'.
    healthHint: 'Only the clinic reads this. It is stored encrypted and never emailed.',
    healthHosted: 'Your answers go to the scheduling service as part of its web address.',
    healthKept: 'Your answer is saved. Type here only to replace it.',
  },
  button: 'Continue to day and time',
  /** Where the saved answer is of another service or patient. */
  answerAgain: 'Please answer again: your earlier answer was for another name, email or service.',
  failure: 'We couldn’t save your details.',
  /** For a draft saved by an older version, which no longer fits the form. */
  incomplete: 'Some of your details need to be entered again. The rest is still here.',
  /** Instead of the second step, when there is no draft. */
  gone: (clinic: Facts) =>
    `We can’t find your details. We save them for 24 hours with the help of a cookie. If your browser blocks cookies, please allow them for this site, or call ${clinic.phone.display}.`,
  /** After a patient had everything erased. */
  erased: 'We’ve erased everything we had about you and that appointment.',
  draft: { continue: 'Continue your booking', edit: 'Edit details', startOver: 'Not you? Start over' },
  offline: (clinic: Facts) =>
    `You seem to be offline. Everything is still here; press again in a moment, or call ${clinic.phone.display}.`,
}

/** Several days that are booked together. */
export const planPage = {
  /** On the booking form and the page of a service. */
  offer: 'As a plan',
  single: 'Book a single appointment instead',
  button: 'Continue to your days',
  seo: {
    title: 'Choose your days',
    description:
      'Complete proposals for all days of your plan: the soonest one, at the same hour each day, or at other hours.',
  },
  title: 'Choose your days',
  lead: (plan: string, name: string) => `${plan}, for ${name}.`,
  proposals: 'Proposals',
  none: (clinic: Facts) =>
    `We can’t find enough free times online for all days of this plan. Try another start, or call ${clinic.phone.display}.`,
  failing: (day: number) => `Day ${day} has no free time in its turn.`,
  pastEnd: (day: number, last: string) =>
    `Online booking goes as far as ${last}, and day ${day} of this plan has no free time in its turn until then.`,
  near: 'Free near it:',
  spread: 'So this proposal has a longer pause. If you choose it, it is a request: we’ll confirm it or call you.',
  kinds: {
    soonest: 'The soonest',
    'same-hour': 'At the same hour each day',
    'other-hours': 'At other hours',
    later: 'Starting later',
    spread: 'With a longer pause',
  },
  wish: 'Other proposals',
  from: 'Not before',
  badFrom: 'Enter a date that exists, such as 2026-12-31.',
  parts: { any: 'Any time', morning: 'Mornings', afternoon: 'Afternoons' },
  choose: 'Choose these days',
  allDays: (count: number) => `All ${count} days`,
  day: (day: number) => `Day ${day}`,
  with: (name: string) => `with ${name}`,
  review: 'Your days',
  held: 'Nothing is booked until you press the button. Then all days are yours, or none.',
  other: 'Other time',
  otherOf: (day: number) => `Other time for day ${day}`,
  others: (day: number) => `Instead of day ${day}`,
  noOthers: (clinic: Facts) =>
    `Nothing else is free for this day while the others stay. Choose another proposal, or call ${clinic.phone.display}.`,
  keep: 'Keep it as it is',
  back: 'Other proposals',
  book: (count: number) => `Book all ${count} days`,
  pending: 'Booking…',
  /** '5', or '3 and 5'. */
  taken: (days: string) =>
    `Not free anymore: day ${days}. Nothing is booked yet, and your other days stay as they are. Choose another time for it, then book again.`,
  notPlanned: 'These days don’t fit the plan. Please choose from the proposals.',
  isTaken: 'Not free anymore',
  someTaken: 'Choose another time for each day that isn’t free anymore. Your other days stay as they are.',
}

/** Controls and answers of the page that asks whose booking it is. */
export const resumePage = {
  email: 'Email',
  button: 'Continue your booking',
  wrong: 'This booking was started with another email address.',
  failure: 'We couldn’t open your booking.',
  offline: bookingPage.offline,
}

export const bookingTimePage = {
  lead: (service: string, duration: string, name: string) => `${service}, ${duration}, for ${name}.`,
  frame: 'Free times',
  load: 'Load the calendar',
}

export const fromBooking = 'booking'

/** The page of the waitlist. */
export const toWaitlist = (serviceId?: string) => ({
  text: 'Tell me when something opens',
  href: `/waitlist${serviceId ? `?service=${serviceId}` : ''}`,
})

export const widget = {
  title: 'Free times',
  zone: (zone: string, clinic: Facts) => `Times are ${zone} (${clinic.city}, ${clinic.region}).`,
  soonest: 'Soonest times',
  anotherDay: 'Another day',
  backToSoonest: 'Soonest times',
  nearest: 'Nearest free times',
  week: { previous: 'Previous week', next: 'Next week' },
  /** Under a day of the week. */
  inShort: { free: (count: number) => `${count} free`, full: 'Full', closed: 'Closed' },
  closed: 'closed',
  closedOn: (days: string) => `We’re closed on ${days}.`,
  backOn: (day: string) => `We’re back on ${day}.`,
  key: { free: 'Free times', closed: 'Closed for a holiday' },
  rules: ({ horizonDays, noticeHours }: { horizonDays: number; noticeHours: number }) =>
    `You can book up to ${horizonDays} days ahead, and until ${noticeHours} hours before.`,
  /** 'Saturdays and Sundays'. */
  closedWeekdays: (days: string) => `Closed on ${days}.`,
  month: { previous: (month: string) => `Previous month, ${month}`, next: (month: string) => `Next month, ${month}` },
  days: (count: number) => (count === 0 ? 'no free time' : count === 1 ? '1 time free' : `${count} times free`),
  noTimes: (month: string) => `No free times in ${month}`,
  noTimesInWeek: 'No free times in this week',
  chooseDay: 'Choose a day to see times',
  fullDay: 'No free time on this day.',
  nextFree: 'The next free time is',
  goTo: (month: string) => `Go to ${month}`,
  tryAnyone: 'Try “Anyone”',
  morning: 'Morning',
  afternoon: 'Afternoon',
  minutes: (clock: string, minutes: number) => `${clock}, ${minutes} minutes`,
  who: 'With',
  anyone: 'Anyone',
  firstFree: 'First free person',
  speaks: (languages: string) => `Speaks ${languages}`,
  ways: {
    label: 'In person or by video',
    inPerson: 'In person',
    video: 'Video',
    byVideo: 'by video',
    atClinic: 'in person',
  },
  yours: 'Your appointment',
  /** In the bar with the button, while no time is chosen. */
  notChosen: 'Choose a time',
  length: (minutes: number) => `${minutes} minutes`,
  nothingBooked: 'Nothing is booked until you confirm.',
  confirm: 'Confirm appointment',
  /** When confirmed without a choice. */
  chooseTime: 'Please choose a time first.',
  taken: 'Someone just booked that time. Your details are saved; here are the closest openings.',
  lost: 'The time you chose is no longer free. Your details are saved; here are the closest openings.',
  notOffered: 'That time can’t be booked. Your details are saved; here are the closest openings.',
  notAvailable: (clinic: Facts) =>
    `This service is not available now. Please choose another one, or call ${clinic.phone.display}.`,
  otherService: 'Choose another service',
  failure: (clinic: Facts) =>
    `We couldn’t save your appointment just now. Please press the button again in a moment, or call ${clinic.phone.display}.`,
  /** On the button, while waiting for the response. */
  pending: 'Booking…',
  /** Beside that button. */
  holding: 'One moment. We’re booking this time for you.',
  offline: (clinic: Facts) =>
    `You seem to be offline. Your choice is still here; press again in a moment, or call ${clinic.phone.display}.`,
  draftGone: 'Your details have expired; we keep them for 24 hours. Please enter them again.',
  draftGoneLink: 'Enter your details',
  /** When another visitor may use the browser. */
  locked: 'To continue, please confirm that this booking is yours.',
  /** With a hosted calendar. */
  hosted: 'Appointments aren’t booked on this page anymore. Please continue to our calendar.',
  hostedLink: 'Continue to the calendar',
  /** In a tab left open while another booking was started. */
  otherDraft: 'Another booking was started in this browser since you opened these times. Please check your details.',
  otherDraftLink: 'Check your details',
  done: 'Your appointment is booked.',
  asked: 'We’ve received your request and are holding the time for you. We’ll be in touch to confirm it.',
  /** Of one that holds no time. */
  askedUnheld: (mailed: boolean) =>
    `We’ve received your request. ${mailed ? 'We’ll confirm it by phone or email.' : 'We’ll call to confirm.'}`,
  seeIt: 'See your appointment',
  /** Followed by the phone number, as a link. */
  call: 'Nothing that suits you? Call',
  /** Followed by the name of the one person who gives the service. */
  with: 'With',
}
