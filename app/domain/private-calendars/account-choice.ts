import type { AccountCalendar, CalendarChoice } from '#app/integrations/calendars/calendar-work.ts'

/** What someone chose among the calendars of a CalDAV account. */
export type AccountChoice = {
  calendars: ChosenCalendar[]
  /** Whether calendars that are found later are read. */
  readsNew: boolean
}

export type ChosenCalendar = AccountCalendar & {
  isRead: boolean
  /** Its server doesn't name it anymore. If it does again, the choice is still known. */
  isGone?: boolean
}

/** What a check reads. */
export function toCalendarChoice({ calendars, readsNew }: AccountChoice): CalendarChoice {
  const urls = (isRead: boolean) => calendars.filter((one) => one.isRead === isRead).map(({ url }) => url)
  return readsNew ? { except: urls(false) } : { only: urls(true) }
}

/** How many calendars that are gone stay known. */
const mostGone = 100

/** The choice after a check that found these calendars. At first, all are read. */
export function withFound(
  { calendars, readsNew }: AccountChoice = { calendars: [], readsNew: true },
  found: AccountCalendar[],
): AccountChoice {
  const known = new Map(calendars.map((one) => [one.url, one.isRead]))
  const urls = new Set(found.map(({ url }) => url))
  const gone = calendars.filter(({ url }) => !urls.has(url)).slice(0, mostGone)
  return {
    calendars: [
      ...found.map(({ url, name }) => ({ url, name, isRead: known.get(url) ?? readsNew })),
      ...gone.map((one) => ({ ...one, isGone: true })),
    ],
    readsNew,
  }
}
