import { clinicDate, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { offerRules } from '#content/pages/waitlist.ts'

const hourMs = 3_600_000

type Hours = { timeZone: string; noticeHours: number }

/** No offer is out later than this before its time begins: the clinic's notice, and two hours at least. */
export const lastMoment = (startsAt: number, { noticeHours }: Pick<Hours, 'noticeHours'>) =>
  startsAt - Math.max(noticeHours, offerRules.leastNoticeHours) * hourMs

/**
 * Until when a time is held for one person: the sooner it begins, the shorter. Only hours of the day count, so that
 * nobody must answer at night. Undefined when there is too little time left to ask anybody.
 */
export function offerUntil(startsAt: number, now: number, { timeZone, noticeHours }: Hours): number | undefined {
  const last = lastMoment(startsAt, { noticeHours })
  const ahead = startsAt - now
  const { minutes } = offerRules.held.find(({ overHours }) => ahead > overHours * hourMs) ?? offerRules.held.at(-1)!
  const until = Math.min(addDayTime(now, minutes * 60_000, timeZone), last)
  return dayTimeBetween(now, until, timeZone) >= offerRules.leastMinutes * 60_000 ? until : undefined
}

/** The hours of the day that count, from one moment on. */
function* dayTimes(from: number, timeZone: string) {
  for (let day = clinicDate(from, timeZone); ; day = day.add({ days: 1 })) {
    const toInstant = instantsOn(day, timeZone)
    const [opens, closes] = [Math.max(from, toInstant(offerRules.from)), toInstant(offerRules.until)]
    if (opens < closes) yield { opens, closes }
  }
}

function addDayTime(from: number, length: number, timeZone: string): number {
  let left = length
  for (const { opens, closes } of dayTimes(from, timeZone)) {
    if (left <= closes - opens) return opens + left
    left -= closes - opens
  }
  return from
}

function dayTimeBetween(from: number, until: number, timeZone: string) {
  let length = 0
  for (const { opens, closes } of dayTimes(from, timeZone)) {
    if (opens >= until) break
    length += Math.min(closes, until) - opens
  }
  return length
}
