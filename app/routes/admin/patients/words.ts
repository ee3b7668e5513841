import type { Empty } from '#content/pages/admin.ts'

export const patientsPage = {
  title: 'Patients',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  search: { form: 'Find a patient', label: 'Name, phone or email', button: 'Find', clear: 'Show everybody' },
  columns: { name: 'Patient', next: 'Next visit', last: 'Last visit', person: 'Mostly sees', visits: 'Visits' },
  noNext: 'None booked',
  noLast: 'Not yet',
  found: (count: number) => (count === 1 ? '1 person found.' : `${count} people found.`),
  foundMany: (count: number) => `The latest ${count} people. Type more to find fewer.`,
  tooShort: 'Type at least two letters, or three digits of a phone number.',
  noneFound: {
    text: 'No patient found',
    hint: 'Any part of a name, a phone number or an email address will do.',
  } satisfies Empty,
  none: {
    text: 'No patients yet',
    hint: 'Everybody with an appointment has a record here.',
    step: { text: 'New appointment', href: '/admin/appointments/new' },
  } satisfies Empty,
}

export const patientPage = {
  heading: 'Patient',
  back: 'All patients',
  call: 'Call',
  write: 'Write',
  bookAgain: 'Book again',
  subject: (clinic: string) => `Your appointments at ${clinic}`,
  since: (month: string) => `Patient since ${month}`,
  visits: 'Visits',
  visitCounts: (held: number, noShows: number) =>
    `${held} held, ${noShows === 1 ? '1 no-show' : `${noShows} no-shows`}`,
  columns: { time: 'Time', service: 'Service', state: 'Status' },
  overlapping: 'Two of these appointments are at the same time. Move or cancel one of them.',
  orders: 'Orders',
  orderTotal: (count: number, total: string) => `${count === 1 ? '1 order' : `${count} orders`}, ${total}`,
  orderColumns: { order: 'Order', items: 'Items', state: 'Status', total: 'Total' },
  messages: 'Messages',
  byAddress: 'Found by the email addresses of this record.',
  health: 'Health answers',
  healthSealed: 'Sealed. Owner and manager can open them on the appointment.',
  healthOpen: 'Each one is opened on its appointment, and every opening is recorded.',
}
