import type { Tx } from '#app/database/tables.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import {
  type AvailabilityDeps,
  type AvailabilityQuery,
  bookableTime,
  findOpenTimes,
  type OpenDay,
  openTimes,
} from './availability.server.ts'
import type { Appointment } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { blockRemaining, countAppointments, reserveSlots } from './holds.server.ts'
import { type OpenTime, withBuffer } from './open-times.ts'
import { lockOwnHours, readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { type Person, needsFor } from './service-needs.ts'

export type TimeRequest = AvailabilityQuery & {
  /** Epoch milliseconds. A form may post any number. */
  startsAt: number
}

/** Why a time is not free: another patient took it, or it was never offered (past, closed, too soon, too far ahead). */
export type Unavailable = { ok: false; reason: 'taken' | 'not-offered' }

/** With the three free times that are nearest to it. */
export type UnavailableWithNearest = Unavailable & { nearest: OpenTime[] }

export type ChosenTime = Omit<OpenTime, 'people'> & {
  ok: true
  person: Person['resource']
  /** Who gives it together with `person`. */
  assistants: Person['resource'][]
  /** The clinic books it although it is not free. */
  isForced: boolean
}

/** Whether a time is free, and which people and room take it: those with the fewest appointments that day. */
export async function chooseTime(
  deps: AvailabilityDeps & Pick<BookingDeps, 'database'> & { db: Tx },
  request: TimeRequest,
): Promise<ChosenTime | Unavailable> {
  const { startsAt, now } = request
  const bookable = bookableTime(deps, request)
  if (startsAt < bookable.from || startsAt >= bookable.until) return { ok: false, reason: 'not-offered' }
  const { timeZone } = deps.clinic.facts(now)
  const day = clinicDate(startsAt, timeZone)
  const days = { first: day, last: day }
  await lockOwnHours({ ...deps, tx: deps.db }, { shared: true })
  const findIn = ([open]: OpenDay[]) => open?.times.find((time) => time.startsAt === startsAt)
  const time = findIn(await findOpenTimes(deps, request, days))
  if (!time) {
    const people = needsFor(deps.booking, request.serviceId, request.byVideo, request.needs).people.map(
      ({ resource }) => resource,
    )
    const own = await readOwnHours(deps.db, people, days)
    return { ok: false, reason: findIn(openTimes(deps, request, days, [], own)) ? 'taken' : 'not-offered' }
  }
  const { people, ...chosen } = time
  const counts = await countAppointments(deps.db, clinicDayBounds(day.toString(), timeZone))
  const isWanted = ({ id }: Person) => Number(id === request.personId)
  const appointmentsOf = ({ resource }: Person) => counts.get(resource) ?? 0
  const [person, ...others] = people.toSorted(
    (one, other) => isWanted(other) - isWanted(one) || appointmentsOf(one) - appointmentsOf(other),
  )
  const assistants = others.slice(0, (request.needs?.together ?? 1) - 1).map(({ resource }) => resource)
  return { ok: true, ...chosen, person: person!.resource, assistants, isForced: false }
}

/**
 * A time that the clinic books although it is not free: a patient squeezed in, a closed day. It takes the first person
 * and room of those that the service needs. Times more than a day ago or 400 days ahead are typing errors.
 */
export function forceTime(
  { booking }: Pick<BookingDeps, 'booking'>,
  { serviceId, startsAt, personId, byVideo, needs, now }: TimeRequest,
): ChosenTime | Unavailable {
  const { minutes, people, rooms } = needsFor(booking, serviceId, byVideo, needs)
  const person = people.find(({ id }) => id === personId) ?? people[0]
  const isPlausible = startsAt > now - 86_400_000 && startsAt < now + 400 * 86_400_000
  if (!isPlausible || !person) return { ok: false, reason: 'not-offered' }
  const endsAt = startsAt + minutes * 60_000
  return { ok: true, startsAt, endsAt, person: person.resource, assistants: [], room: rooms[0], isForced: true }
}

export const usedResources = ({ person, room, assistants = [] }: Used) => [
  person,
  ...assistants,
  ...(room ? [room] : []),
]

type Used = Pick<ChosenTime, 'person' | 'room'> & Partial<Pick<ChosenTime, 'assistants'>>

/** Reserves what the appointment uses; of a forced time, what is still free. */
export async function reserveTime(
  { database, booking, tx }: Pick<BookingDeps, 'database' | 'booking'> & { tx: Tx },
  id: string,
  chosen: ChosenTime,
) {
  const [holder, interval] = [`appointment:${id}` as const, withBuffer(chosen, booking)]
  if (chosen.isForced) await blockRemaining({ database, tx }, holder, usedResources(chosen), interval)
  else await reserveSlots(tx, holder, usedResources(chosen), interval)
}

/** Moves an appointment, which released its slots before, to a chosen time. */
export async function takeTime(
  deps: Pick<BookingDeps, 'database' | 'booking'> & { tx: Tx },
  appointment: Pick<Appointment, 'id' | 'revision'>,
  chosen: ChosenTime,
) {
  await reserveTime(deps, appointment.id, chosen)
  await updateAppointment(deps.tx, appointment.id, { ...toTimeColumns(appointment, chosen), heldBack: null })
}

export const toTimeColumns = ({ revision }: Pick<Appointment, 'revision'>, chosen: ChosenTime) => {
  const { startsAt, endsAt, person, room, assistants } = chosen
  return {
    ...{ startsAt, endsAt, person },
    room: room ?? null,
    assistants: assistants.join(' ') || null,
    revision: revision + 1,
  }
}
