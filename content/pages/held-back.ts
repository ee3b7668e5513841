const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** Online bookings that hold no time, and those of the same flood that do. */
export const heldBackPage = {
  title: 'Bookings held back',
  lead: 'Too many were booked online from one place or within one hour, perhaps by a program. None was refused.',
  requests: {
    heading: 'Requests that hold no time',
    hint: 'They become appointments when their patients confirm their email, or when you confirm them.',
    none: 'None at present.',
    columns: { time: 'Asked for', patient: 'Patient', service: 'Service', why: 'Held back' },
    why: {
      network: 'More than 10 from one network',
      address: 'More than 10 with one email',
      hour: 'Too many within an hour',
      released: 'Time released',
    },
    confirmed: 'Email confirmed',
  },
  times: {
    heading: 'Times that may belong to it',
    hint: 'Booked from the same place or at the same time. Nobody has confirmed them: neither the patient by email nor you.',
    none: 'No unconfirmed booking holds a time.',
    /** With outbox nothing leaves. */
    tells: {
      mailed: 'Their patients are asked to confirm their email.',
      kept: 'Please call the ones who may be real.',
    },
    button: 'Release the chosen times',
    choose: 'Choose at least one booking.',
  },
  released: (times: number) =>
    times === 0
      ? 'No time was released: these bookings were confirmed meanwhile.'
      : `${count(times, 'time', 'times')} released. The bookings are requests now.`,
  restored: (times: number) =>
    times === 0
      ? 'This can no longer be undone: the times have been released.'
      : `${count(times, 'booking has its time', 'bookings have their times')} again.`,
}
