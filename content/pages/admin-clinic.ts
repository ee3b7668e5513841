export const clinicAdminPage = {
  title: 'Clinic',
  lead: 'What visitors see about the clinic. Open a section to change it; changes appear on the website right away.',
  save: 'Save',
  toDefault: 'Reset to default',
  saved: 'Saved. The change is live.',
  isDefault: 'Reset to default. The change is live.',
  restored: 'The earlier version is back. The change is live.',
  unknownVersion: 'There’s no such version.',
  isIt: (text: string) => `Default: ${text}`,
  unsaved: 'Not saved yet',
  meanwhile: {
    error: 'This was just changed in another tab or on another device.',
    there: (text: string) => `Saved there: ${text}`,
    advice: 'What you typed is still here. Press Save to replace the other change, or discard yours.',
    discard: 'Discard my change',
  },
  failure: 'Couldn’t save. What you typed is still here; please try again in a moment.',
  offline: 'You seem to be offline. What you typed is still here; please try again in a moment.',
  closures: {
    heading: 'Closed days',
    coming: 'Upcoming',
    next: (days: string, reason?: string) => `Next: ${days}${reason ? ` (${reason})` : ''}`,
    affected: (appointments: number) =>
      appointments === 1
        ? 'one appointment is booked for a closed day'
        : `${appointments} appointments are booked for closed days`,
    none: 'No closed days are planned',
    noneOfYours: 'You haven’t planned closed days of your own.',
    remove: 'Remove',
    removeName: (days: string) => `Remove: ${days}`,
    past: (count: number) => `Past (${count})`,
    add: 'Close the clinic',
    firstDay: 'First day',
    lastDay: 'Last day',
    lastDayHint: 'Leave blank for a single day.',
    part: 'Only part of the day',
    from: 'Closed from',
    until: 'Closed until',
    reason: 'Reason',
    reasonHint: 'Shown on the contact page, for example “Thanksgiving”.',
    tell: 'Tell visitors at the top of every page',
    words: 'Custom message',
    wordsHint:
      'Optional. If left blank, we say which days you’re closed and when you reopen. Shown until the end of the last day.',
    button: 'Close these days',
    added: 'These days are now closed.',
    told: (text: string) => `Shown at the top of every page: “${text}”`,
    removed: 'Removed. Regular hours apply.',
    /** If a notice announced the closure. */
    removedWithNotice: 'Removed. Regular hours apply, and the notice is gone too.',
    inTheWay: (appointments: number) =>
      appointments === 1
        ? 'One appointment is booked for then. It stays until you or the patient moves or cancels it.'
        : `${appointments} appointments are booked for then. They stay until you or the patients move or cancel them.`,
    tellThem: (emails: number) =>
      emails === 1 ? 'Email this person new times' : `Email these ${emails} people new times`,
    tellThemName: (days: string) => `Email new times to people booked on ${days}`,
    patientsTold: 'The emails are on their way, each with open times and a link to choose one.',
    allTold: (unreached: boolean) =>
      `Everyone with an email address has been sent new times.${unreached ? ' Please call the others.' : ''}`,
    /** Added if patients were emailed about the closure. */
    toldOtherwise:
      'Some patients were emailed that you’d be closed. Please call those who still have their appointment; you’ll find them in the calendar.',
    callThem: 'Email isn’t set up, so please call them.',
    noticeThere: (text: string, until: string) =>
      `Another notice is showing until ${until}: “${text}” Replace it below, or uncheck the box to keep it.`,
    replace: 'Close these days and replace the notice',
    holidays: {
      heading: (closed: number) =>
        `Upcoming federal holidays (${closed} ${closed === 1 ? 'closed day' : 'closed days'})`,
      label: 'Federal holidays',
      isOpen: (day: string) => `${day}: open`,
      open: 'Open on this day',
      close: 'Close on this day',
      opened: 'The clinic is open on this holiday.',
      closed: 'The clinic is closed on this holiday.',
    },
    tooMany: 'You already have 200 closed days or date ranges. Remove some first.',
  },
  notice: {
    heading: 'Notice on every page',
    text: 'Notice',
    textHint: 'One or two sentences. Please don’t name any patients.',
    until: 'Shown until the end of',
    none: 'None',
    over: (text: string, until: string) => `The last notice ended on ${until}: “${text}”`,
    shown: (text: string, until: string) => `“${text}” until the end of ${until}`,
  },
  hours: {
    heading: 'Opening hours',
    hint: 'Leave a day blank if the clinic is closed.',
    opens: 'Opens',
    closes: 'Closes',
    again: 'Add a break',
    opensAgain: (day: string, nth: number) => `${day} opens again${nth === 1 ? '' : ', third time'}`,
    closesAgain: (day: string, nth: number) => `${day} closes again${nth === 1 ? '' : ', third time'}`,
  },
  reminder: {
    heading: 'Appointment reminders',
    hours: 'Hours before the appointment',
    hint: 'Applies to appointments booked or moved from now on. Enter 0 to send no reminder.',
    said: (hours: number) =>
      hours === 0 ? 'No reminder' : `An email ${hours} ${hours === 1 ? 'hour' : 'hours'} before the appointment`,
  },
  products: {
    heading: 'Products',
    price: 'Price in dollars',
    priceHint: 'For example, 12.50',
    summary: (count: number, unavailable: number) =>
      `${count} ${count === 1 ? 'product' : 'products'}, ${availability(unavailable)}`,
  },
  services: {
    heading: 'Services',
    price: 'Price text',
    priceHint: 'In words, or an amount such as $80',
    summary: (count: number, unavailable: number) =>
      `${count} ${count === 1 ? 'service' : 'services'}, ${availability(unavailable)}`,
  },
  unavailable: 'Not available now',
  phones: {
    heading: 'Phone numbers',
    phone: 'Phone',
    messaging: (app: string) => `${app} number or link`,
  },
  emails: {
    heading: 'Email addresses',
    general: 'General email',
    generalHint: 'Orders and messages go here too.',
    booking: 'Email for appointments',
  },
  address: {
    heading: 'Postal address',
    hint: 'Every newsletter must include it. Clear all four fields to remove it.',
    street: 'Street or PO box',
    city: 'City',
    region: 'State',
    postalCode: 'ZIP code',
    none: 'No postal address',
  },
}

const availability = (unavailable: number) => (unavailable === 0 ? 'all available' : `${unavailable} not available now`)

/** The notice for closed days without a custom message. */
export const closedNotice = (days: string, openAgain: string | undefined) =>
  openAgain ? `We are closed ${days}. We reopen ${openAgain}.` : `We are closed ${days}.`
