import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { type AvailabilityDeps, type AvailabilityQuery, findOpenTimes, wouldBeOffered } from './availability.server.ts'
import type { BookingContent } from './booking-schema.ts'
import type { Interval } from './busy.ts'
import type { BookingDeps } from './deps.ts'
import { countAppointments, heldWithin } from './holds.server.ts'
import type { OpenTime } from './open-times.ts'
import { planFor, type Resource } from './plan.ts'

export type TimeRequest = AvailabilityQuery & {
  /** Epoch milliseconds. A form may post any number. */
  startsAt: number
}

/** Why a time is not free: somebody else took it, or it was never offered (past, closed, too soon, too far ahead). */
export type Unavailable = { ok: false; reason: 'taken' | 'not-offered' }

/** With the three free times that are nearest to it. */
export type UnavailableWithNearest = Unavailable & { nearest: OpenTime[] }

export type ChosenTime = { ok: true; startsAt: number; endsAt: number; person: Resource; room: Resource | undefined }

/** Whether a time is free, and which person and room take it: the person with the fewest appointments that day. */
export async function chooseTime(
  { db, clinic, booking }: AvailabilityDeps,
  request: TimeRequest,
): Promise<ChosenTime | Unavailable> {
  const deps = { db, clinic, booking }
  const { timeZone } = clinic.facts(request.now)
  const day = isDate(request.startsAt) ? clinicDate(request.startsAt, timeZone) : undefined
  const [open] = day ? await findOpenTimes(deps, request, { first: day, last: day }) : []
  const time = open?.times.find(({ startsAt }) => startsAt === request.startsAt)
  if (!day || !time) return { ok: false, reason: day && wouldBeOffered(deps, request, day) ? 'taken' : 'not-offered' }
  const { rooms } = planFor(booking, request.serviceId, request.byVideo)
  const held = await heldWithin(db, rooms, withBuffer(time, booking), request.except)
  const room = rooms.find((candidate) => held.every(({ resource }) => resource !== candidate))
  const people = time.people.map(({ resource }) => resource)
  const counts = await countAppointments(db, people, clinicDayBounds(day.toString(), timeZone))
  const person = people.reduce((least, other) => ((counts.get(other) ?? 0) < (counts.get(least) ?? 0) ? other : least))
  return { ok: true, startsAt: time.startsAt, endsAt: time.endsAt, person, room }
}

/**
 * A time that the clinic books although it is not free: a patient squeezed in, a closed day. It takes the first person
 * and room of the service's plan. Times more than a day ago or 400 days ahead are typing errors.
 */
export function forceTime(
  { booking }: Pick<BookingDeps, 'booking'>,
  { serviceId, startsAt, personId, byVideo, now }: TimeRequest,
): ChosenTime | Unavailable {
  const { minutes, people, rooms } = planFor(booking, serviceId, byVideo)
  const person = people.find(({ id }) => id === personId) ?? people[0]
  const isPlausible = isDate(startsAt) && startsAt > now - 86_400_000 && startsAt < now + 400 * 86_400_000
  if (!isPlausible || !person) return { ok: false, reason: 'not-offered' }
  return { ok: true, startsAt, endsAt: startsAt + minutes * 60_000, person: person.resource, room: rooms[0] }
}

export const isUnavailable = (outcome: { ok: boolean; reason?: string }): outcome is Unavailable =>
  outcome.reason === 'taken' || outcome.reason === 'not-offered'

/** The interval that an appointment reserves. */
export const withBuffer = (
  { startsAt, endsAt }: Pick<OpenTime, 'startsAt' | 'endsAt'>,
  { bufferMinutes }: BookingContent,
): Interval => ({ from: startsAt, until: endsAt + bufferMinutes * 60_000 })

export const usedResources = ({ person, room }: Pick<ChosenTime, 'person' | 'room'>) =>
  room ? [person, room] : [person]

/** What Temporal can put on a calendar (ECMA-262, time values). */
const isDate = (epochMs: number) => Number.isInteger(epochMs) && Math.abs(epochMs) < 8.64e15 - 86_400_000
