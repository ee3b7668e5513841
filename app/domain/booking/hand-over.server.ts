import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import type { Appointment } from './appointment.ts'
import { listUpcomingWith } from './appointments.server.ts'
import { type AvailabilityDeps, findOpenTimes } from './availability.server.ts'
import { atAnySlot, withoutNotice } from './booking-rules.ts'
import type { BookingDeps } from './deps.ts'
import { moveAppointment } from './move-appointment.server.ts'
import { needsOfDay } from '#app/domain/booking/plans/plan-days.ts'
import type { Person } from './service-needs.ts'

/** `free`: who else can give it at its time. */
export type HandOver = Appointment & { free: Person[] }

/** More are listed once some of these were handed over. */
const mostHandOvers = 50

/** The upcoming appointments with these people, the soonest first, each with who could take it over. */
export async function listHandOvers(
  deps: AvailabilityDeps,
  people: readonly PersonResource[],
  now: number,
): Promise<{ appointments: HandOver[]; count: number }> {
  const all = await listUpcomingWith(deps.db, people, now)
  const appointments: HandOver[] = []
  for (const appointment of all.slice(0, mostHandOvers))
    appointments.push({ ...appointment, free: await findFree(deps, appointment, now) })
  return { appointments, count: all.length }
}

export type Reassigned = { moved: number; left: number }

/** As many as one press moves; those that are left stay listed. */
const mostAtOnce = 200

/**
 * Each upcoming appointment with these people goes to somebody else at its time: to `to`, or to whoever is free. One that
 * nobody can take, or that was changed meanwhile, stays.
 */
export async function reassignAll(
  deps: BookingDeps,
  by: ScopedActor,
  { people, to, now }: { people: readonly PersonResource[]; to: string | undefined; now: number },
): Promise<Reassigned> {
  const { db } = deps.database
  const all = await listUpcomingWith(db, people, now)
  let moved = 0
  for (const appointment of all.slice(0, mostAtOnce)) {
    const { id, startsAt, person } = appointment
    const free = (await findFree({ ...deps, db }, appointment, now)).filter(
      ({ resource }) => !people.includes(resource),
    )
    const next = to === undefined ? free[0] : free.find((one) => one.id === to)
    if (!next) continue
    const from = { startsAt, person }
    const answer = await moveAppointment(withoutNotice(deps), by, { id, startsAt, personId: next.id, from, now })
    if (answer.ok) moved += 1
  }
  return { moved, left: all.length - moved }
}

/** As the move will decide it, which is not bound to the steps of patients, nor to their notice. */
async function findFree(deps: AvailabilityDeps, appointment: Appointment, now: number): Promise<Person[]> {
  const { id, serviceId, startsAt, person, room } = appointment
  const day = clinicDate(startsAt, deps.clinic.facts(now).timeZone)
  const [open] = await findOpenTimes(
    withoutNotice(atAnySlot(deps)),
    {
      serviceId,
      byVideo: room === undefined,
      needs: needsOfDay(appointment),
      except: `appointment:${id}`,
      now,
    },
    { first: day, last: day },
  )
  const time = open?.times.find((one) => one.startsAt === startsAt)
  return time?.people.filter(({ resource }) => resource !== person) ?? []
}
