import type { CalendarFailure, Oddity } from '#app/integrations/calendars/calendar-work.ts'

/** Where someone's own calendar keeps appointments away from her other hours. */
export const privateCalendars = {
  title: 'Private calendars',
  lead: 'Times when someone is busy in a calendar of their own aren’t offered for appointments. Calendars are checked every 5 minutes. Only the busy times are stored: no titles, no places.',
  columns: { person: 'Person', calendar: 'Calendar', state: 'State', act: 'Change' },
  /** While no practitioner is entered. */
  unnamed: 'The clinic',
  none: 'No private calendars yet.',
  state: {
    new: 'Not read yet',
    read: (when: string) => `Read ${when}`,
    failed: (reason: string, when: string) => `${reason} The times read ${when} stay blocked.`,
    neverRead: (reason: string) => `${reason} It hasn’t been read yet.`,
  },
  failures: {
    'refused-address': 'Its address leads to a private network.',
    'not-https': 'Its address doesn’t start with https.',
    unreachable: 'Its server couldn’t be reached.',
    timeout: 'Its server took too long.',
    'too-large': 'It’s too large.',
    'too-many-redirects': 'Its address leads in circles.',
    'bad-answer': 'Its server answered something else.',
    'sign-in': 'User name or password aren’t right.',
    'other-server': 'It leads to another server, which wants the password too.',
    'not-found': 'There’s nothing at its address.',
    'not-a-calendar': 'There’s no calendar at its address.',
    'no-calendar': 'The account has no calendars.',
    'too-much': 'Reading it took too long.',
    sealed: 'Its address can’t be opened with the encryption key in use. Remove it, and add it again.',
  } satisfies Record<CalendarFailure | 'sealed', string>,
  oddities: {
    'unknown-zone': 'Some times are in an unknown time zone and were read as the calendar’s own.',
    'dense-series': 'An event repeats so often that its time is blocked as a whole.',
    'unreadable-event': 'Some events couldn’t be read and aren’t blocked.',
    'unclear-event':
      'Some events aren’t clear; their day is blocked, or what could be read of them. Check them in your calendar.',
    'no-length': 'Some events have no length, so they block no time. Give them an end in your calendar.',
    damaged: 'Parts of the calendar are damaged and were left out.',
  } satisfies Record<Oddity, string>,
  check: {
    button: 'Check now',
    of: (calendar: string) => `Check now: ${calendar}`,
    done: 'The calendar is being read.',
  },
  /** `origin`: of the server that a calendar led to. */
  otherServer: {
    text: (origin: string) =>
      `The password was sent only to the address that you entered. If ${origin} belongs to the same service, let it have the password too.`,
    button: 'Send the password there',
    of: (origin: string) => `Send the password to ${origin}`,
    done: 'The calendar is being read, with the password for that server too.',
    gone: 'That server isn’t asked about any more. Nothing was changed.',
  },
  /** Of a CalDAV account. */
  choose: {
    heading: 'Calendars of accounts',
    hint: 'Only the checked ones block hours.',
    of: (person: string, host: string) => `${person}, ${host}`,
    later: 'Also calendars added later',
    button: 'Save choice',
    buttonOf: (account: string) => `Save choice: ${account}`,
    done: 'Your choice was saved. Times of calendars that you unchecked are offered again once the account is read, usually within a minute.',
  },
  remove: {
    button: 'Remove',
    of: (calendar: string) => `Remove ${calendar}`,
    done: 'The calendar was removed. Its busy times are offered again.',
  },
  collisions: {
    heading: 'Appointments in busy times',
    hint: 'They stay where they are. Move them, or mark the event as free in the private calendar.',
  },
  add: {
    heading: 'Add a calendar',
    person: 'Person',
    kind: 'Kind',
    kinds: { ics: 'Address of a calendar (ICS)', caldav: 'CalDAV account' },
    address: 'Address',
    addressHint:
      'Starts with https. Calendar programs call it “secret address in iCal format”, “published calendar” or “CalDAV address”.',
    user: 'User name',
    password: 'Password',
    passwordHint: 'Many services want an app password here. It’s stored encrypted.',
    button: 'Add calendar',
    done: 'The calendar was added. Its busy times are blocked once it’s read, usually within a minute.',
  },
  errors: {
    blank: 'Enter the calendar’s address.',
    address: 'Enter an address that starts with https.',
    credentials: 'Enter user name and password in their own fields.',
    long: 'Enter 200 characters or fewer.',
    gone: 'This account was removed, or it hasn’t been read yet. Nothing was changed.',
    kind: 'Choose a kind.',
    person: 'Choose a person from the list.',
    tooMany: 'Someone can have 5 calendars here. Remove one first.',
  },
}
