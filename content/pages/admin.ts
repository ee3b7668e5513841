/** What a list without rows says, and one next step. */
export type Empty = { text: string; hint?: string; step?: { text: string; href: string } }

export const admin = {
  title: 'Admin Dashboard',
  sections: 'Dashboard',
  website: 'Website',
  tools: 'Tools',
  search: 'Search or do anything',
  more: 'More',
  /** After a count, for screen readers. */
  waiting: 'waiting',
  newAppointment: 'New appointment',
  /** Of the person who is signed in. */
  account: { heading: 'Your account', profile: 'Profile', password: 'Password and devices' },
  shortcuts: 'Keyboard shortcuts',
  undo: 'Undo',
  release: {
    ready: 'A new version is ready.',
    reload: 'Reload',
    unsent: 'Send or clear what you typed, then reload.',
  },
  /** Exact text of the specification, section 6. */
  denied: 'Access denied. Please log in as an admin.',
  unknownIntent: 'Please choose one of the buttons.',
  deniedAdvice: 'in another tab, then come back to this one.',
  /** Posts what was typed again. */
  sendAgain: 'Send again',
  /** Above the fields of a rejected post. */
  typed: 'What you typed',
  /** Labels of its fields; any other is `typedField`. */
  typedFields: {
    email: 'Email',
    name: 'Name',
    phone: 'Phone',
    note: 'Note',
    text: 'Text',
    url: 'Newsletter URL',
    subject: 'Subject',
    intro: 'Introduction',
    at: 'When',
    day: 'Day',
    from: 'From',
    to: 'To',
    until: 'Until',
    fromDay: 'From (day)',
    fromTime: 'From (time)',
    untilDay: 'Until (day)',
    untilTime: 'Until (time)',
    street: 'Street',
    city: 'City',
    region: 'State',
    postalCode: 'ZIP code',
    messaging: 'Messaging app',
    general: 'General email',
    booking: 'Booking email',
  },
  typedField: 'Your entry',
  login: 'Login',
  pages: 'Pages of this list',
  previous: 'Previous',
  next: 'Next',
  sort: { label: 'Sort', newestFirst: 'Newest first', oldestFirst: 'Oldest first' },
  clearFilters: 'Clear filters',
  /** Above the rows of a list that were chosen. */
  choose: {
    column: 'Select',
    count: (rows: number) => `${rows} selected`,
    /** Without scripts nothing counts them. */
    selected: 'Selected rows',
    all: 'Select all',
    none: 'Clear selection',
    noneChosen: 'Please select at least one row.',
    tooMany: (most: number) => `Please select at most ${most} rows at once.`,
  },
  /** A form that could not be stored. */
  notStored: 'We couldn’t save this just now, so nothing was changed. Please try again in a minute.',
  /** Any page while the sign-in can't be read. */
  notShown: 'We can’t show this page right now. Please try again in a minute.',
  tryAgain: 'Try again',
  /** A form without a response. */
  offline: 'We couldn’t reach the website, so nothing was changed. Please try again.',
  /** On every page, while emails are stored and not sent. */
  mailNotSetUp: {
    text: 'Email isn’t set up yet, so nothing is being delivered.',
    link: 'Open Mail',
  },
}
