import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { Page, Parts } from './page.ts'

/** What has become of a visit, in the clinic's own words. */
export const visitStates: Record<AppointmentState, string> = {
  requested: 'To confirm',
  confirmed: 'Confirmed',
  declined: 'Declined',
  cancelled: 'Canceled',
  completed: 'Came',
  'no-show': 'Did not come',
}

export const stateInWords = ({ state, cancelledLate }: { state: AppointmentState; cancelledLate: boolean }) =>
  state === 'cancelled' && cancelledLate ? 'Canceled late' : visitStates[state]

export const adminCalendar = {
  title: 'Calendar',
  seo: { title: 'Calendar', description: 'The visits of a day or a week, and the time that the clinic keeps.' },
  views: { label: 'How much of the calendar', day: 'Day', week: 'Week', list: 'List' },
  earlier: 'Earlier',
  later: 'Later',
  further: 'Other days',
  today: 'Today',
  goTo: { form: 'Go to a day', label: 'Day', button: 'Show' },
  book: 'Book for a caller',
  requests: 'Waiting for your answer',
  columns: { time: 'Time', patient: 'Patient', service: 'Service', phone: 'Phone' },
  nothing: 'No visits.',
  visits: 'Visits',
  others: 'Others',
  byVideo: 'By video',
  wholeDay: 'all day',
  kept: 'Kept by the clinic',
  keptShort: 'Kept',
  giveBack: 'Give back',
  giveBackName: (when: string) => `Give back ${when}`,
  /** With a hosted calendar: whose appointments stand here. */
  hosted: (host: string) =>
    `Online, appointments are booked with ${host} and are not in this calendar. It shows only those that the clinic enters here, and those booked on this website before.`,
  print: 'Print this page for a sheet of the day.',
  days: (first: string, last: string) => `${first} to ${last}`,
  block: {
    heading: 'Keep time',
    hint: 'For an absence, a meeting, or a room that cannot be used. Nobody can book it.',
    from: 'From day',
    fromTime: 'From time',
    until: 'Until day',
    untilTime: 'Until time',
    sameDay: 'Leave it empty for the same day.',
    wholeDay: 'Leave both times empty for whole days.',
    who: 'Whom or what',
    badWho: 'Choose one from the list.',
    everyone: 'Everyone',
    note: 'Note',
    button: 'Keep this time',
    done: 'This time is kept. Nobody can book it.',
    removed: 'This time can be booked again.',
    visits: 'These visits lie in it. They stay as they are until you move or cancel them.',
    anyway: 'Keep the time all the same',
    badDay: 'Enter a day such as 11/26/2026.',
    badTime: 'Enter a time such as 9:30 am.',
    order: 'The end must come after the beginning.',
    tooLong: 'Keep at most three months at a time.',
    past: 'This time is over.',
  },
  feed: {
    heading: 'In your own calendar program',
    text: 'This private address shows the visits there, with initials only. Whoever has it can read it.',
    renew: 'Make a new address',
    renewed: 'The old address shows nothing any more.',
    name: (clinic: string) => `Visits at ${clinic}`,
    entry: (initials: string) => `Visit: ${initials}`,
    kept: 'Kept by the clinic',
  },
} satisfies Page & Parts

export const adminVisit = {
  heading: 'Visit',
  back: 'Calendar',
  details: {
    when: 'When',
    patient: 'Patient',
    phone: 'Phone',
    email: 'Email',
    noEmail: 'None',
    service: 'Service',
    with: 'With',
    room: 'Room',
    booked: 'Booked',
    note: 'Note',
  },
  byVideo: 'By video',
  replySubject: (clinic: string) => `Your appointment at ${clinic}`,
  health: {
    heading: 'Present health condition',
    hint: 'Opening it is recorded in the audit trail.',
    button: 'Show the answer',
    none: 'There is no answer, or it was erased.',
    /** After a restore. */
    unreadable: 'This answer cannot be opened any more: it comes from a backup, and was erased or replaced since.',
    label: 'The answer',
    erased: (day: string) => `It is erased on ${day}.`,
    keep: 'Keep it beyond that day',
    kept: 'It is kept until you let it be erased.',
    release: 'Let it be erased in its time',
  },
  state: {
    heading: 'What to do with it',
    accept: 'Confirm',
    decline: 'Decline',
    move: 'Move to another time',
    cancel: 'Cancel appointment',
    tell: 'Email the patient',
    undo: 'Undo the cancellation',
    undoTold: 'Undone within ten seconds, no email goes out. Later the patient is told of both.',
    undoUntold: 'The patient is not told of the cancellation by email.',
    completed: 'Came',
    'no-show': 'Did not come',
    confirmed: 'Back to confirmed',
    done: 'Done.',
    told: 'The patient is told by email.',
    noEmail: 'We have no email address: please call the patient.',
    toldKept: 'Email is not set up: please call the patient.',
  },
  correct: {
    summary: 'Correct name, phone, email, service or note',
    note: 'Note',
    noteHint: 'Only the clinic reads it. Please no medical details.',
    button: 'Save the correction',
    tight: 'This service does not fit at that time: its length or room is taken, or it ends after closing.',
    anyway: 'Save it anyway',
  },
  refused: {
    'not-found': 'This visit is no longer there.',
    'not-coming': 'This visit can no longer be changed: it is over, or was canceled.',
    'too-late': 'This cannot be taken back any more: the hour may be booked by somebody else.',
    'not-yet': 'This visit has not begun yet.',
    changedMeanwhile: (state: string) => `Somebody changed this visit meanwhile: ${state}. Nothing else was changed.`,
    unknown: 'We could not read what to do. Please press one of the buttons.',
  },
} satisfies Parts

export const adminMove = { heading: 'Move a visit', now: (when: string) => `It is on ${when}.`, button: 'Move here' }

export const adminBook = {
  heading: 'Book for a caller',
  service: 'Service',
  show: 'Show times',
  fields: { name: 'Name', phone: 'Phone', email: 'Email', health: 'Present health condition' },
  healthHint: 'Stored encrypted and never e-mailed.',
  button: 'Book this time',
}
