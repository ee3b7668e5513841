import { patientLabels } from '../patient-fields.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'

export const appointmentStates: Record<AppointmentState, string> = {
  requested: 'To confirm',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  'in-session': 'In session',
  declined: 'Declined',
  cancelled: 'Canceled',
  completed: 'Completed',
  'no-show': 'No-show',
}

type Shown = {
  state: AppointmentState
  cancelledLate: boolean
  payBy?: number | undefined
  heldBack?: string | undefined
}

/** `payBy`: of a request that ends by itself unless it is paid or given a card by then. `heldBack`: see its table. */
export function formatAppointmentState({ state, cancelledLate, payBy, heldBack }: Shown) {
  if (state === 'requested' && heldBack !== undefined) return 'Requested, holds no time'
  if (state === 'requested' && payBy !== undefined) return 'Waiting for payment or card'
  return state === 'cancelled' && cancelledLate ? 'Canceled late' : appointmentStates[state]
}

export const adminCalendar = {
  title: 'Calendar',
  late: 'Late',
  views: { label: 'Calendar view', day: 'Day', week: 'Week', month: 'Month', list: 'List' },
  earlier: 'Previous',
  later: 'Next',
  further: 'Other days',
  missing: 'That appointment doesn’t exist anymore. Here is the calendar.',
  today: 'Today',
  goTo: { form: 'Go to a day', label: 'Go to', button: 'Show' },
  month: {
    /** As a week of the calendar begins. */
    days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    week: 'Days of this week',
    previous: 'Previous month',
    next: 'Next month',
    closed: 'closed',
    count: (appointments: number) => (appointments === 1 ? '1 appointment' : `${appointments} appointments`),
  },
  filters: {
    heading: 'Filters',
    by: { label: 'Columns', person: 'By practitioner', room: 'By room' },
    people: { label: 'Practitioners', all: 'Everyone' },
    rooms: { label: 'Rooms', all: 'All rooms' },
    states: { label: 'Status', all: 'Any status' },
  },
  moving: {
    choose: 'Choose a time by arrow keys',
    name: 'Moving',
    keys: [
      ['↑ ↓', '15 min'],
      ['← →', 'column'],
      ['Enter', 'drop'],
      ['Esc', 'put back'],
    ] as const,
    place: (when: string, where: string | undefined, fits: string) => `${when}${where ? `, ${where}` : ''}: ${fits}`,
    withWhom: (name: string) => `with ${name}`,
    inRoom: (room: string) => `in ${room}`,
    stretched: (when: string, fits: string) => `Blocked time, ${when}: ${fits}`,
    edges: { from: 'Start of blocked time', until: 'End of blocked time' },
    stretchKeys: [
      ['↑ ↓', '15 min'],
      ['Enter', 'drop'],
      ['Esc', 'put back'],
    ] as const,
    /** As far as the page knows. */
    fits: {
      free: 'Free',
      past: 'In the past',
      closed: 'Outside opening hours',
      taken: 'Taken',
      'no-room': 'No room is free',
    },
  },
  signs: 'Signs',
  plans: 'Plans',
  planDay: (number: number, of: number) => `day ${number} of ${of}`,
  planDayOf: (number: number, of: number, service: string) => `Day ${number} of ${of}, ${service}`,
  with: 'with',
  requests: 'Requests to confirm',
  waitlist: {
    heading: (count: number) => `Waitlist (${count})`,
    until: (until: string) => `has until ${until}`,
  },
  columns: { time: 'Time', patient: 'Patient', service: 'Service', phone: 'Phone' },
  nothing: 'No appointments.',
  appointments: 'Appointments',
  others: 'Others',
  byVideo: 'By video',
  wholeDay: 'all day',
  blocks: 'Blocked time',
  blocked: 'Blocked',
  /** In a private calendar. */
  busy: 'Busy elsewhere',
  offered: (until: string) => `Offered until ${until}`,
  unblock: 'Unblock',
  unblockName: (when: string) => `Unblock ${when}`,
  /** With a hosted scheduler: which appointments this calendar shows. */
  hosted: (host: string) =>
    `Online appointments are booked through ${host} and don’t appear here. This calendar shows only the appointments you add yourself and those booked on this website earlier.`,
  print: 'Print this page for a day sheet.',
  days: (first: string, last: string) => `${first} to ${last}`,
  block: {
    heading: 'Block time',
    hint: 'For time off, a meeting, or a room that’s out of use. Blocked time can’t be booked.',
    from: 'From day',
    fromTime: 'From time',
    until: 'Until day',
    untilTime: 'Until time',
    sameDay: 'Leave blank for the same day.',
    wholeDay: 'Leave both times blank to block whole days.',
    who: 'Staff or room',
    badWho: 'Choose one from the list.',
    everyone: 'Everyone',
    note: 'Note',
    button: 'Block this time',
    done: 'Time blocked. It can’t be booked.',
    removed: 'Time unblocked. It can be booked again.',
    changed: (when: string) => `Blocked time is now ${when}.`,
    overlapping: 'There’s an appointment at that time, so the blocked time stays as it was.',
    changedMeanwhile: 'Someone else just changed this blocked time, so it stays as they left it.',
    overlap: 'These appointments overlap. They stay as they are until you move or cancel them.',
    anyway: 'Block anyway',
    badDay: 'Enter a day such as 11/26/2026.',
    badTime: 'Enter a time such as 9:30 am.',
    order: 'The end must be after the start.',
    tooLong: 'You can block up to three months at a time.',
    repeat: {
      summary: 'Repeat',
      label: 'Repeats',
      never: 'Doesn’t repeat',
      every: (weeks: number) => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`),
      on: 'On these days',
      onHint: 'Without any, on the weekday of the first day. For every day, choose all seven.',
      until: 'Repeat until',
      forever: 'Leave blank to repeat with no end.',
      oneDay: 'Repeated blocked time is within one day. Choose the days below instead.',
      bad: 'Choose one from the list.',
      noDay: 'There’s no such day between the first day and the end.',
      end: 'Unblock this and all later',
      endName: (when: string) => `Unblock this and all later: ${when}`,
      ended: 'Unblocked, and it no longer repeats.',
    },
    past: 'That time has already passed.',
  },
  feed: {
    heading: 'Subscribe from your calendar app',
    text: 'Add this private link to your calendar app to see appointments there, with initials only. Anyone with the link can see them, so keep it to yourself.',
    renew: 'Create a new link',
    renewed: 'New link created. The old one no longer works.',
    name: (clinic: string) => `Appointments at ${clinic}`,
    entry: (initials: string) => `Appointment: ${initials}`,
    kept: 'Blocked time',
  },
}

/** What a patient fills in before an appointment. */
export const adminForms = {
  heading: 'Forms',
  status: {
    due: 'Not yet signed',
    signed: (when: string, version: number) => `Signed on ${when} (version ${version})`,
    paper: (when: string) => `On paper, since ${when}`,
    earlier: (when: string) => `Signed for an earlier appointment, on ${when}`,
  },
  hint: 'Opening a form is recorded in the audit trail.',
  open: 'Open',
  openNamed: (form: string) => `Open ${form}`,
  file: 'PDF',
  fileNamed: (form: string) => `PDF of ${form}`,
  fillIn: 'Fill in here',
  fillInHint:
    '‘Fill in here’ is for handing this device to the patient: it signs you out and opens only these forms, until you sign in again.',
  fillInNamed: (form: string) => `Fill in here: ${form}`,
  onPaper: 'Signed on paper',
  onPaperNamed: (form: string) => `Signed on paper: ${form}`,
  notOnPaper: 'Not on paper',
  notOnPaperNamed: (form: string) => `Not on paper: ${form}`,
  send: 'Email the link again',
  done: {
    paper: 'Marked as signed on paper.',
    back: 'No longer marked as signed on paper.',
    sent: 'Link sent.',
  },
  changed: 'This form was filled in, marked or changed meanwhile. Nothing was changed; please look again.',
  notSent: 'There is nothing to send: no form is due, or the patient has no email address.',
  gone: 'That form can’t be opened. It was replaced or erased, or came from a backup and its key has been destroyed.',
  whole: (fingerprint: string) => `Text and answers are as they were signed. Fingerprint of the text: ${fingerprint}`,
  faults: {
    text: 'The text of this form was altered after it was signed. Don’t rely on it.',
    answers: 'The answers were altered after they were signed. Don’t rely on them.',
    proof: 'The record of this signature was altered. Don’t rely on it.',
  },
  /** Of a drawn signature. */
  drawn: (name: string) => (name ? `Signature of ${name}` : 'Drawn signature'),
}

export const adminAppointment = {
  plan: (title: string, number: number, of: number) => `${title}: day ${number} of ${of}`,
  heading: 'Appointment',
  /** In place of the name. */
  erased: 'Erased patient',
  back: 'Calendar',
  with: 'with',
  drawer: {
    previous: 'Previous appointment',
    next: 'Next appointment',
    close: 'Close',
    loading: 'Loading the appointment',
  },
  details: {
    phone: 'Phone',
    email: 'Email',
    noEmail: 'None',
    booked: 'Booked',
    patient: 'Patient',
    record: 'All visits and notes',
    note: 'Note',
  },
  byVideo: 'By video',
  replySubject: (clinic: string) => `Your appointment at ${clinic}`,
  health: {
    heading: 'Present health condition',
    hint: 'Opening this is recorded in the audit trail.',
    /** Whoever typed it may not be the patient. */
    unproved: 'Given online, address not proved.',
    button: 'Show the answer',
    /** For a role that may not open it. */
    sealed: 'Sealed. The owner, a manager or the practitioner can open it.',
    none: 'No answer, or it was erased.',
    /** After a restore. */
    unreadable: 'This answer can no longer be opened. It came from a backup and has since been erased or replaced.',
    erased: (day: string) => `Will be deleted on ${day}.`,
    keep: 'Keep past that date',
    kept: 'Kept until you restore automatic deletion.',
    release: 'Restore automatic deletion',
  },
  state: {
    heading: 'Actions',
    accept: 'Confirm',
    decline: 'Decline',
    move: 'Move to another time',
    cancel: 'Cancel appointment',
    tell: 'Email the patient',
    undo: 'Undo the cancellation',
    undoTells: {
      unseen:
        'Undo within ten seconds and no email is sent. After that, the patient gets one email about the cancellation and another if you undo it.',
      told: 'The patient has been emailed about the cancellation. If you undo it, they’ll get an email about that, too.',
      untold: 'The patient won’t get an email about the cancellation.',
    },
    /** What staff record on its day, and how they take it back. */
    steps: {
      arrived: 'Check in',
      'in-session': 'Start',
      completed: 'Completed',
      'no-show': 'No-show',
    },
    back: {
      arrived: 'Change back to arrived',
      'in-session': 'Change back to in session',
      confirmed: 'Change back to confirmed',
    },
    /** After a change of status, by the new status. */
    done: {
      requested: 'This request is open again.',
      confirmed: 'This appointment is confirmed.',
      arrived: 'Checked in.',
      'in-session': 'Session started.',
      declined: 'Request declined.',
      cancelled: 'Appointment canceled.',
      completed: 'Marked as completed.',
      'no-show': 'Marked as no-show.',
    } satisfies Record<AppointmentState, string>,
    booked: 'Appointment booked.',
    saved: 'Saved.',
    restored: 'The appointment is back on.',
    told: 'The patient will get an email.',
    noEmail: 'There’s no email address on file, so please call the patient.',
    toldByPhone: 'Email isn’t set up, so please call the patient.',
  },
  correct: {
    summary: 'Edit name, phone, email, service or note',
    note: 'Note',
    noteHint: 'Only the clinic can see this. Please leave out medical details.',
    button: 'Save changes',
    tight: 'This service doesn’t fit at that time: the time or room is taken, or it would run past closing.',
    anyway: 'Save it anyway',
  },
  refused: {
    'not-found': 'This appointment no longer exists.',
    'moved-meanwhile': 'Someone else just moved this appointment, so it stays where they put it.',
    'not-upcoming': 'This appointment can no longer be changed: it’s over or was canceled.',
    'time-taken': 'This request holds no time, and its time isn’t free anymore. Move it to a free time first.',
    'too-late': 'This can no longer be undone: someone else may have booked that time.',
    told: 'This can no longer be undone: its ten seconds are over.',
    'not-yet': 'This appointment hasn’t started yet.',
    'not-today': 'This appointment isn’t today.',
    changedMeanwhile: (state: string) =>
      `Someone else just changed this appointment. It’s now ${state}, and your change wasn’t saved.`,
  },
}

/** The fee of a late cancellation or a missed visit. */
export const appointmentFee = {
  heading: 'Cancellation fee',
  kept: (amount: string) => `A card is kept. A late cancellation or a missed visit costs ${amount}.`,
  due: (amount: string, when: string) => `${amount} will be charged to the card, ${when}.`,
  charging: (amount: string) => `${amount} is being charged to the card.`,
  paid: (amount: string, receipt: number) => `${amount} was paid, receipt ${receipt}.`,
  refunded: (amount: string) => `${amount} was paid and sent back.`,
  declined: (amount: string, isByBank: boolean, reason = '') =>
    `${isByBank ? `The bank declined ${amount}` : `${amount} couldn’t be charged`}${reason && ` (${reason})`}. The patient was asked by email to pay online; without an address, please call.`,
  payment: 'Payment and refunds',
  waive: 'Don’t charge the fee',
  without: (amount: string) => `Don’t charge the ${amount} fee`,
  done: 'The fee won’t be charged.',
  refused: {
    'no-fee': 'There’s no fee that could be waived: it was waived, paid or sent back.',
    'being-charged': 'The fee is being charged right now. Refund it once it was paid.',
  },
}

export const adminMove = {
  heading: 'Move an appointment',
  now: (when: string) => `Currently on ${when}.`,
  button: 'Move here',
  moved: (when: string, who: string | undefined) => `Moved to ${when}${who ? `, with ${who}` : ''}.`,
  movedToRoom: (room: string) => `Moved to ${room}.`,
  taken: 'That time is taken, so the appointment stays where it was.',
  notOffered: 'This service isn’t given then by this practitioner, so the appointment stays where it was.',
  movedBack: (when: string, who: string | undefined) => `Moved back to ${when}${who ? `, with ${who}` : ''}.`,
}

export const adminNewAppointment = {
  heading: 'New appointment',
  known: {
    heading: 'Been here before?',
    label: 'Name or phone',
    find: 'Find',
    found: 'Past and current patients',
    none: 'No earlier appointment has this name or phone number.',
    tooShort: 'Type at least two letters of a name, or three digits of a phone number.',
    /** While typing; the button says more. */
    failed: 'The search didn’t get through. Press “Find” to try again.',
    filledIn: (name: string) => `Filled in below from an earlier appointment: ${name}.`,
    gone: 'This person’s data was deleted.',
  },
  blank: { name: 'Enter the patient’s name.', phone: 'Enter the patient’s phone number.' },
  yours: 'Selected time:',
  chooseTime: 'Choose a time.',
  chooseService: 'Choose a service from the list.',
  dayOfPlan: 'It becomes a day of the plan.',
  planChanged: 'Someone else just changed this plan. Open it again, and then add the day.',
  whichTime:
    'There’s a day or time under “Squeeze in”. To use it, press “Book anyway”. Otherwise, select a time and press “Book this time”.',
  taken: 'This time is taken. Choose one of the closest openings, or book it anyway.',
  lost: 'This time isn’t available. Choose one of the closest openings, or book it anyway.',
  notOffered:
    'The clinic is closed then, or the date is too far ahead. Choose one of the closest openings, or book it anyway.',
  anyway: {
    heading: 'Squeeze in or book outside opening hours',
    hint: 'Any time from today up to a year ahead. Leave both blank to use the time selected above. The audit trail will show that you booked anyway.',
    past: 'That day has passed. Enter today or a later day.',
    tooFarAhead: (last: string) => `That’s more than a year ahead. Enter a day no later than ${last}.`,
    day: 'Day',
    time: 'Time',
    button: 'Book anyway',
  },
  service: 'Service',
  show: 'Show times',
  fields: { ...patientLabels, health: 'Present health condition' },
  healthHint: 'Stored encrypted and never emailed.',
  button: 'Book this time',
}

/** In place of an appointment's state, while its patient is not there yet. */
export const formatLateness = (minutes: number) =>
  minutes < 60 ? `${minutes} min late` : `${Math.floor(minutes / 60)} hr ${minutes % 60} min late`
