import type { PlanDay } from './propose.ts'

/** A day's place after a move; `roomId`: to have it back in the same one. */
export type MovedDay = PlanDay & { roomId?: string | undefined }

/** '1778000000000.anna.sun,1778086400000.anna.sun'. */
export const formatMovedDays = (days: readonly MovedDay[]) =>
  days.map(({ startsAt, personId, roomId }) => [startsAt, personId, ...(roomId ? [roomId] : [])].join('.')).join()

/** Empty if anything in it is no day. */
export function parseMovedDays(typed: string): MovedDay[] {
  const days = typed.split(',').map(parseDay)
  return days.every((day) => day !== undefined) && days.length <= mostDays ? days : []
}

/** More than a plan has. */
const mostDays = 60

function parseDay(typed: string): MovedDay | undefined {
  const [, at, personId, roomId] = /^(\d{1,15})\.([a-z0-9-]{1,60})(?:\.([a-z0-9-]{1,60}))?$/.exec(typed) ?? []
  return at && personId ? { startsAt: Number(at), personId, roomId } : undefined
}

/** '1778000000000,1778086400000', of when days were as the page showed them. */
export const parseSeen = (typed = '') => typed.split(',').map(Number)
