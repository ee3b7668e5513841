import type { Db } from '#app/database/tables.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { findOpenTimes, nearestTimes, wouldBeOffered } from './availability.server.ts'
import type { BookingContent } from './booking-schema.ts'
import type { Interval } from './busy.ts'
import { heldWithin, type Holder, countAppointments } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'
import type { OpenTime } from './open-times.ts'
import { planFor, type Resource } from './plan.ts'

export type TimeWish = {
  serviceId: string
  /** Epoch milliseconds; may be any number that somebody typed. */
  startsAt: number
  /** With one practitioner only; otherwise with whoever has the fewest visits that day. */
  personId?: string | undefined
  /** Where the service offers both. */
  byVideo?: boolean | undefined
  /** A visit that is moved does not stand in its own way. */
  except?: Holder
  now: number
}

/** Why a time cannot be had. */
export type Unavailable =
  /** Somebody was quicker. */
  | { ok: false; reason: 'taken' }
  /** Never on offer: past, outside the hours, too soon, too far away. */
  | { ok: false; reason: 'not-offered' }

/** With the three free times that are nearest to it. */
export type UnavailableWithNearest = Unavailable & { nearest: OpenTime[] }

export type ChosenTime = { ok: true; startsAt: number; endsAt: number; person: Resource; room: Resource | undefined }

type Deps = Pick<BookingDeps, 'clinic' | 'booking'> & { db: Db }

/** Whether a time is on offer, and if so who and which room take it. */
export async function chooseTime({ db, clinic, booking }: Deps, wish: TimeWish): Promise<ChosenTime | Unavailable> {
  const deps = { db, clinic, booking }
  const { timeZone } = clinic.facts(wish.now)
  const day = isDate(wish.startsAt) ? clinicDate(wish.startsAt, timeZone) : undefined
  const [open] = day ? await findOpenTimes(deps, wish, { first: day, last: day }) : []
  const time = open?.times.find(({ startsAt }) => startsAt === wish.startsAt)
  if (!day || !time) return { ok: false, reason: day && wouldBeOffered(deps, wish, day) ? 'taken' : 'not-offered' }
  const { rooms } = planFor(booking, wish.serviceId, wish.byVideo)
  const held = await heldWithin(db, rooms, withBuffer(time, booking), wish.except)
  const room = rooms.find((candidate) => held.every(({ resource }) => resource !== candidate))
  const people = time.people.map(({ resource }) => resource)
  const visits = await countAppointments(db, people, clinicDayBounds(day.toString(), timeZone))
  const person = people.reduce((least, other) => ((visits.get(other) ?? 0) < (visits.get(least) ?? 0) ? other : least))
  return { ok: true, startsAt: time.startsAt, endsAt: time.endsAt, person, room }
}

/**
 * A time that the clinic takes although it is not on offer: somebody squeezed in, a closed day. Who and which room, as
 * the plan names them first. Not for what is on no calendar, or longer ago or further ahead than anyone means.
 */
export function forceTime(
  { booking }: Pick<BookingDeps, 'booking'>,
  { serviceId, startsAt, personId, byVideo, now }: TimeWish,
): ChosenTime | Unavailable {
  const { minutes, people, rooms } = planFor(booking, serviceId, byVideo)
  const person = people.find(({ id }) => id === personId) ?? people[0]
  const isMeant = isDate(startsAt) && startsAt > now - 86_400_000 && startsAt < now + 400 * 86_400_000
  if (!isMeant || !person) return { ok: false, reason: 'not-offered' }
  return { ok: true, startsAt, endsAt: startsAt + minutes * 60_000, person: person.resource, room: rooms[0] }
}

/** What could be had instead; asked after the transaction that lost, so that nobody waits for it there. */
export const insteadOf = (deps: Deps, wish: TimeWish) =>
  nearestTimes(deps, { ...wish, startsAt: isDate(wish.startsAt) ? wish.startsAt : wish.now })

/** Whether somebody lost a time, and not something else. */
export const isUnavailable = (outcome: { ok: boolean; reason?: string }): outcome is Unavailable =>
  outcome.reason === 'taken' || outcome.reason === 'not-offered'

/** What a visit takes of everybody's time. */
export const withBuffer = (
  { startsAt, endsAt }: Pick<OpenTime, 'startsAt' | 'endsAt'>,
  { bufferMinutes }: BookingContent,
): Interval => ({ from: startsAt, until: endsAt + bufferMinutes * 60_000 })

export const usedResources = ({ person, room }: Pick<ChosenTime, 'person' | 'room'>) =>
  room ? [person, room] : [person]

/** What Temporal can put on a calendar (ECMA-262, time values). */
const isDate = (epochMs: number) => Number.isInteger(epochMs) && Math.abs(epochMs) < 8.64e15 - 86_400_000
