export type TimeLink = { query: string; clock: string; minutes: number; chosen: boolean; isMorning: boolean }
export type DayLink = {
  /** Of the month, '5'. */
  number: number
  /** 'Tuesday, May 5'. */
  name: string
  /** Of a day in the bookable time on which the clinic is open. */
  query?: string
  free: number
  isToday: boolean
  chosen: boolean
}

/** One of the next days that have free times. */
export type UpcomingDay = { day: string; name: string; query: string; free: number; chosen: boolean }

/** With its times. */
export type FreeDay = UpcomingDay & { times: TimeLink[] }

type WayLink = { query: string; chosen: boolean }

/** A free time near one that was lost: 'Tue, May 5, 10:30 am'. */
export type NearTime = { text: string; query: string }

/** Everything the widget shows, as links: it works as a page without any script. */
export type CalendarView = {
  /** All that is chosen so far, as far as it can be. */
  query: string
  /** Without a choice of a time. */
  fresh: string
  zone: string
  /** Practitioners to choose from; none while there are no names. */
  people: { id: string; name: string; query: string; chosen: boolean }[]
  anyone: { query: string; chosen: boolean }
  /** In person or by video, where the service offers both. */
  ways?: { inPerson: WayLink; video: WayLink }
  soonest: { day: string; times: TimeLink[] }[]
  upcoming: UpcomingDay[]
  month: {
    title: string
    query: string
    /** Names the month. */
    previous?: { query: string; title: string }
    next?: { query: string; title: string }
    /** Weeks from Sunday; undefined outside the month. */
    weeks: (DayLink | undefined)[][]
    free: number
  }
  day?: { name: string; times: TimeLink[] }
  /** The next free time from the chosen day or month on, when that has none. */
  nextFree?: { text: string; query: string }
  /** 'Tuesday, May 5 at 10:30 am'; `query` leads back to the times of its day. */
  chosen?: { text: string; at: number; query: string }
  /** One that was chosen and is not free any more, in the words of `chosen`, and the free times nearest to it. */
  lost?: { text: string; nearest: NearTime[] }
}
