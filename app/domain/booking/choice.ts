import { parseDay } from '#app/domain/shared/clinic-time.ts'

/** What is chosen so far, from the widget's address, which holds nothing personal. */
export type Choice = {
  /** The id of a practitioner. */
  who?: string
  /** Where the service is offered both in person and by video. */
  how?: 'video' | undefined
  month?: Temporal.PlainYearMonth
  /** A day of the week that a phone shows; the first free day of that week is shown with it. */
  week?: Temporal.PlainDate
  day?: Temporal.PlainDate
  /** Start of the appointment, epoch milliseconds. */
  at?: number | undefined
}

/** Invalid values count as not chosen. */
export function readChoice(query: URLSearchParams): Choice {
  const who = query.get('who') ?? ''
  const day = parseDay(query.get('day') ?? '')
  const month = day?.toPlainYearMonth() ?? parseDay(`${query.get('month')}-01`)?.toPlainYearMonth()
  return {
    who: /^[a-z][a-z0-9-]*$/.test(who) ? who : undefined,
    how: query.get('how') === 'video' ? 'video' : undefined,
    month,
    week: parseDay(query.get('week') ?? ''),
    day,
    at: parseTime(query.get('at') ?? ''),
  }
}

/** Up to the last time that a Date can hold. */
const parseTime = (typed: string) => (/^\d{1,16}$/.test(typed) && Number(typed) <= 8.64e15 ? Number(typed) : undefined)

/** '?who=anna&day=2026-05-05'. */
export function choiceQuery({ who, how, month, week, day, at }: Choice) {
  const query = new URLSearchParams()
  if (who) query.set('who', who)
  if (how) query.set('how', how)
  if (day) query.set('day', day.toString())
  else if (week) query.set('week', week.toString())
  else if (month) query.set('month', month.toString())
  if (at !== undefined) query.set('at', String(at))
  const text = query.toString()
  return text && `?${text}`
}

/** The day and time chosen on the booking form, or nothing. */
export const chosenTime = ({ day, at }: Choice): Choice => (day && at !== undefined ? { day, at } : {})

/** What the last choice led to. A phone shows the month instead of the week while a day is chosen there. */
export type WidgetStep = 'soonest' | 'month' | 'times' | 'confirm'

export function getWidgetStep({ at, day, month }: Choice): WidgetStep {
  if (at !== undefined) return 'confirm'
  if (day) return 'times'
  return month ? 'month' : 'soonest'
}
