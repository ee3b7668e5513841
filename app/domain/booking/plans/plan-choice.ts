import { parseDay } from '#app/domain/shared/clinic-time.ts'
import { formatPlanDay, parsePlanDays } from './moved-days.ts'
import type { DayPart, PlanDay } from './propose.ts'

/** Where the days of a plan are chosen. */
export const planPath = '/booking/plan'

/** What is chosen so far, from the page's address, which holds nothing personal. */
export type PlanChoice = {
  /** Not before this day. */
  from?: Temporal.PlainDate | undefined
  part?: DayPart | undefined
  /** Each day of the plan, once they are chosen. */
  days: PlanDay[]
  /** The day of the plan that is to be put elsewhere, from 1. */
  change?: number | undefined
}

/** Invalid values count as not chosen. */
export function readPlanChoice(query: URLSearchParams): PlanChoice {
  const part = query.get('part')
  const change = query.get('change') ?? ''
  return {
    from: parseDay(query.get('from') ?? ''),
    part: part === 'morning' || part === 'afternoon' ? part : undefined,
    days: parsePlanDays(query.getAll('d')),
    change: /^\d{1,2}$/.test(change) ? Number(change) : undefined,
  }
}

/** The fields of the form with the wish; `badFrom`: what it says of a day that is none. */
export function toWishFields(query: URLSearchParams, badFrom: string) {
  const [from, choice] = [query.get('from') ?? '', readPlanChoice(query)]
  return { from, fromError: from !== '' && !choice.from ? badFrom : undefined, part: choice.part ?? '' }
}

/** '?d=1778000000000.anna&d=1778086400000.anna'. */
export function planQuery({ days, change, from, part }: PlanChoice) {
  const query = new URLSearchParams(days.map((day) => ['d', formatPlanDay(day)]))
  if (change !== undefined) query.set('change', String(change))
  if (from) query.set('from', from.toString())
  if (part) query.set('part', part)
  return `?${query.toString()}`
}
