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
  tryAgain: 'Try again',
  /** A form without a response. */
  offline: 'We couldn’t reach the website, so nothing was changed. Please try again.',
  /** On every page, while emails are stored and not sent. */
  mailNotSetUp: {
    text: 'Email isn’t set up yet, so nothing is being delivered.',
    link: 'Open Mail',
  },
}
