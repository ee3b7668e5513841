import type { Interval } from './merge-intervals.ts'

// What the child process is asked, and answers.

/** Where a calendar is. */
export type CalendarSource = {
  /** 'ics': one file. 'caldav': a calendar, or all calendars of an account (RFC 4791). */
  kind: 'ics' | 'caldav'
  url: string
  user?: string | undefined
  password?: string | undefined
  /** Origins of other servers that its owner lets have the password too. */
  alsoTo?: readonly string[] | undefined
}

/** One of an account's, as its server names it. */
export type AccountCalendar = { url: string; name: string }

/** Which calendars of an account are read, by their addresses. */
export type CalendarChoice = { except: string[] } | { only: string[] }

export type CalendarWork = {
  source: CalendarSource
  /** All calendars of an account are read without it. */
  choice?: CalendarChoice | undefined
  within: Interval
  /** Of times that name none. */
  timeZone: string
  /** What `validator` was when it was last read; if it still is, nothing is read. */
  validator?: string | undefined
  /** Origins that may be private and unencrypted: for tests. */
  trusted: readonly string[]
}

/** What was read in another way than its calendar program would show it. */
export const oddities = [
  /** A time zone that nobody knows, read as the calendar's own. */
  'unknown-zone',
  /** A series of minutes or seconds, or one without an end in sight, is busy throughout. */
  'dense-series',
  /** An event that could not be read was left out, since not even its day can be told. */
  'unreadable-event',
  /** An event whose day or first time is blocked, because the rest of it could not be read. */
  'unclear-event',
  /** An event from a time to the same time blocks nothing. */
  'no-length',
  /** Lines that belong to no event, or an end that is missing. */
  'damaged',
] as const
export type Oddity = (typeof oddities)[number]

export const calendarFailures = [
  'refused-address',
  'not-https',
  'unreachable',
  'timeout',
  'too-large',
  'too-many-redirects',
  'bad-answer',
  /** User name or password were not accepted, or are missing. */
  'sign-in',
  /** It leads to another server, which wants the password that only the first one has. */
  'other-server',
  /** The server knows no such address. */
  'not-found',
  'not-a-calendar',
  /** The account has no calendar. */
  'no-calendar',
  /** Its events took too much time or memory. */
  'too-much',
] as const
export type CalendarFailure = (typeof calendarFailures)[number]

/** `calendars`: all of an account, whether they are read or not; undefined for a calendar with an address of its own. */
type Found = { ok: true; calendars?: AccountCalendar[] | undefined }

export type CalendarRead =
  /** `validator`: changes with the calendar; undefined if its server offers none. */
  | (Found & { busy: Interval[]; oddities: Oddity[]; validator?: string | undefined })
  | (Found & { unchanged: true })
  | { ok: false; reason: Exclude<CalendarFailure, 'other-server'> }
  /** `origin`: of that server, to ask about. */
  | { ok: false; reason: 'other-server'; origin: string }
