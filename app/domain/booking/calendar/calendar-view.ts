import type { dayLinks, nearTimes, timeLinks, viewCalendar } from './calendar-view.server.ts'

// Apart from calendar-view.server.ts, for components.

export type CalendarView = Awaited<ReturnType<typeof viewCalendar>>
export type DayLink = CalendarView['week']['days'][number]
export type FreeDay = ReturnType<typeof dayLinks>[number]
export type NearTime = ReturnType<typeof nearTimes>[number]
export type TimeLink = ReturnType<ReturnType<typeof timeLinks>>
