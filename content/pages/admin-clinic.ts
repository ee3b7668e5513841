import type { Page, Parts } from './page.ts'

/** The dashboard's page about what the clinic says of itself. */
export const clinicAdminPage = {
  title: 'Clinic',
  lead: 'What visitors read about the clinic. Each part is saved on its own, and the website shows it at once.',
  seo: { title: 'Clinic', description: 'What visitors read about the clinic.' },
  jump: 'Parts of this page',
  save: 'Save',
  toDefault: 'Back to default',
  saved: 'Saved. Visitors see it now.',
  isDefault: 'Back to default. Visitors see it now.',
  isIt: (text: string) => `Default: ${text}`,
  nowIt: (text: string) => `Now: ${text}`,
  meanwhile: {
    error: 'This was changed meanwhile, in another tab or on another device.',
    there: (text: string) => `Saved there: ${text}`,
    advice: 'What you typed is still here. Press Save to put it in its place, or leave it.',
    drop: 'Leave it as it was saved',
  },
  failure: 'This could not be saved. Everything you typed is still here; please try again in a moment.',
  offline: 'You seem to be offline. Everything is still here; please try again in a moment.',
  closures: {
    heading: 'Closed days',
    coming: 'Coming',
    none: 'No closed days are planned.',
    remove: 'Remove',
    removeName: (days: string) => `Remove: ${days}`,
    past: (count: number) => `Past ones (${count})`,
    add: 'Close the clinic',
    firstDay: 'First day',
    lastDay: 'Last day',
    lastDayHint: 'For a single day, leave the last day empty.',
    part: 'Only a part of the day',
    from: 'Closed from',
    until: 'Closed until',
    reason: 'Reason',
    reasonHint: 'Visitors read it on the contact page, for instance ‘Thanksgiving’.',
    tell: 'Tell visitors at the top of every page',
    words: 'Words for visitors',
    wordsHint: 'Left empty, we write the days and when you are open again. It is shown until the last day is over.',
    button: 'Close these days',
    added: 'These days are closed.',
    told: (text: string) => `Visitors read at the top of every page: “${text}”`,
    removed: 'Removed. The clinic is open as in any other week, and its notice is gone too.',
    inTheWay: (visits: number) =>
      visits === 1
        ? 'One appointment lies in it. It stays until you or the patient moves or cancels it.'
        : `${visits} appointments lie in it. They stay until you or the patients move or cancel them.`,
    tellThem: (emails: number) =>
      emails === 1 ? 'Email this person new times' : `Email these ${emails} people new times`,
    tellThemName: (days: string) => `Email new times to the people of ${days}`,
    patientsTold: 'The emails are on their way, each with free times and the link to choose one.',
    allTold: 'Everyone with an email address got new times. Please call the others.',
    callThem: 'Email is not set up: please call them.',
    noticeThere: (text: string, until: string) =>
      `Visitors read another notice at the moment, until ${until}: “${text}” Replace it below, or take away the tick to keep it.`,
    replace: 'Close these days and replace the notice',
    tooMany: 'There are 200 closed days and spans already. Remove some first.',
  },
  notice: {
    heading: 'Notice on every page',
    text: 'Notice',
    textHint: 'One or two sentences. Please name no patient.',
    until: 'Shown until the end of',
    none: 'no notice',
    over: (text: string, until: string) => `The last one ended on ${until}: “${text}”`,
    shown: (text: string, until: string) => `“${text}” until the end of ${until}`,
  },
  hours: {
    heading: 'Opening hours',
    hint: 'Leave a day empty when the clinic is closed.',
    change: 'Change the hours',
    opens: 'Opens',
    closes: 'Closes',
    again: 'With a break',
    opensAgain: (day: string, nth: number) => `${day} opens, ${nth === 1 ? 'second' : 'third'} time`,
    closesAgain: (day: string, nth: number) => `${day} closes, ${nth === 1 ? 'second' : 'third'} time`,
  },
  reminder: {
    heading: 'Reminder of appointments',
    hours: 'Hours before the appointment',
    hint: 'For appointments that are booked or moved from now on. 0 sends no reminder.',
    said: (hours: number) =>
      hours === 0 ? 'no reminder' : `an email ${hours} ${hours === 1 ? 'hour' : 'hours'} before the appointment`,
  },
  products: { heading: 'Products', price: 'Price in dollars', priceHint: 'Such as 12.50.' },
  services: { heading: 'Services', price: 'Price text', priceHint: 'In words, or an amount such as $80.' },
  unavailable: 'Not available now',
  phones: {
    heading: 'Phones',
    change: 'Change the phones',
    phone: 'Phone',
    messaging: (app: string) => `${app}, number or link`,
  },
  emails: {
    heading: 'E-mails',
    change: 'Change the e-mails',
    general: 'General e-mail',
    generalHint: 'Orders and messages go there as well.',
    booking: 'E-mail for appointments',
  },
  address: {
    heading: 'Postal address',
    change: 'Change the address',
    hint: 'Every newsletter has to carry it. Empty all four fields to take it off.',
    street: 'Street or PO box',
    city: 'City',
    region: 'State',
    postalCode: 'ZIP code',
    none: 'no postal address',
  },
} satisfies Page & Parts

/** What visitors read when the clinic says nothing else about some closed days. */
export const closedNotice = (days: string, openAgain: string | undefined) =>
  openAgain ? `We are closed ${days}. We are open again ${openAgain}.` : `We are closed ${days}.`
