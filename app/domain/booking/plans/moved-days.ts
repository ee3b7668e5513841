import type { PlanDay } from './propose.ts'

/** A day's place after a move; `roomId`: to have it back in the same one. */
export type MovedDay = PlanDay & { roomId?: string | undefined }

/** '1778000000000.anna', or '1778000000000.anna.sun'. */
export const formatPlanDay = ({ startsAt, personId, roomId }: MovedDay) =>
  [startsAt, personId, ...(roomId ? [roomId] : [])].join('.')

export function parsePlanDay(typed = ''): MovedDay | undefined {
  const [, at, personId, roomId] = /^(\d{1,15})\.([a-z0-9-]{1,60})(?:\.([a-z0-9-]{1,60}))?$/.exec(typed) ?? []
  return at && personId ? { startsAt: Number(at), personId, ...(roomId && { roomId }) } : undefined
}

/** '1778000000000.anna.sun,1778086400000.anna.sun'. */
export const formatPlanDays = (days: readonly MovedDay[]) => days.map(formatPlanDay).join()

/** Empty if anything in it is no day. */
export function parsePlanDays(typed: readonly string[]): MovedDay[] {
  const days = typed.map(parsePlanDay)
  return days.every((day) => day !== undefined) && days.length <= mostDays ? days : []
}

/** More than a plan or a template has. */
export const mostDays = 60

/** '1778000000000,1778086400000', of when days were as the page showed them. */
export const parseSeen = (typed = '') => typed.split(',').map(Number)
