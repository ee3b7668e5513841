import type { AppointmentState } from '#app/domain/booking/appointment.ts'

// The words of Today, apart from those of its to-do items, which only the server needs.

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

export const todayPage = {
  title: 'Today',
  nothing: 'You’re all caught up.',
  greeting: (hour: number, name = '') =>
    `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}${name ? `, ${name}` : ''}`,
  waiting: (things: number) => count(things, 'thing needs you', 'things need you'),
  numbers: {
    appointments: (number: number) => (number === 1 ? 'appointment' : 'appointments'),
    completed: () => 'completed',
    'in-session': () => 'in session',
    arrived: () => 'arrived',
    late: () => 'late',
    orders: (number: number) => (number === 1 ? 'new order' : 'new orders'),
    messages: (number: number) => (number === 1 ? 'unanswered message' : 'unanswered messages'),
  },
  closed: (reason?: string) => (reason ? `Closed: ${reason}` : 'Closed'),
}

export const dayLanes = {
  heading: 'The day',
  open: 'Open calendar',
  fromTo: (from: string, until: string) => `${from} to ${until}`,
  blocked: 'Blocked',
  busy: 'Busy elsewhere',
  off: 'Closed',
  free: 'Free',
  /** Until it is paid, or a card is kept; an hour has no room for the whole status. */
  held: 'Held',
  unnamed: 'Clinic',
  others: 'Others',
}

export const nowAndNext = {
  heading: 'Now and next',
  clock: (zone: string, time: string) => `${zone}, ${time}`,
  until: (time: string) => `until ${time}`,
  serviceWith: (service: string, where: string) => `${service}, ${where}`,
  none: 'No appointments today.',
  allDone: 'No more appointments today.',
  more: (more: number) => `${count(more, 'more appointment', 'more appointments')} today`,
}

/** A practitioner's own day. */
export const myDay = {
  planDay: (number: number, of: number) => `Day ${number} of ${of}`,
  now: (until: string) => `Now, until ${until}`,
  late: (time: string) => `Expected at ${time}`,
  later: 'Later today',
  tomorrow: 'Tomorrow',
  noneTomorrow: 'No appointments tomorrow.',
  health: 'Health answer',
  blockTime: 'Block time',
}

/** What staff record about an appointment on its day. */
export const attendanceSteps: Partial<Record<AppointmentState, string>> = {
  arrived: 'Check in',
  'in-session': 'Start',
  completed: 'Complete',
  'no-show': 'No-show',
}

export const needsYou = {
  heading: 'Needs you',
  things: (things: number) => count(things, 'thing', 'things'),
  more: (more: number) => count(more, 'more', 'more'),
  confirmOrder: 'Confirm',
  /** Bookings held back as a possible flood. */
  review: 'See all, and release times',
}

export const comingUp = {
  heading: 'Coming up',
}
