import { parseDay } from '#app/domain/shared/clinic-time.ts'
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
  const days = query.getAll('d').map(parsePlanDay)
  const change = query.get('change') ?? ''
  return {
    from: parseDay(query.get('from') ?? ''),
    part: part === 'morning' || part === 'afternoon' ? part : undefined,
    days: days.every((day) => day !== undefined) && days.length <= mostDays ? days : [],
    change: /^\d{1,2}$/.test(change) ? Number(change) : undefined,
  }
}

/** The fields of the form with the wish; `badFrom`: what it says of a day that is none. */
export function toWishFields(query: URLSearchParams, badFrom: string) {
  const [from, choice] = [query.get('from') ?? '', readPlanChoice(query)]
  return { from, fromError: from !== '' && !choice.from ? badFrom : undefined, part: choice.part ?? '' }
}

/** More than a template can have. */
const mostDays = 60

/** '1778000000000.anna'. */
function parsePlanDay(typed: string): PlanDay | undefined {
  const [, at, personId] = /^(\d{1,15})\.([a-z0-9-]{1,60})$/.exec(typed) ?? []
  return at && personId ? { startsAt: Number(at), personId } : undefined
}

/** '?d=1778000000000.anna&d=1778086400000.anna'. */
export function planQuery({ days, change, from, part }: PlanChoice) {
  const query = new URLSearchParams(days.map(({ startsAt, personId }) => ['d', `${startsAt}.${personId}`]))
  if (change !== undefined) query.set('change', String(change))
  if (from) query.set('from', from.toString())
  if (part) query.set('part', part)
  return `?${query.toString()}`
}
