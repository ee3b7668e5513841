import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import type { Appointment } from './appointment.ts'
import { listUpcomingWith } from './appointments.server.ts'
import { type AvailabilityDeps, findOpenTimes } from './availability.server.ts'
import { withoutNotice } from './book-by-telephone.server.ts'
import { slotMinutes } from './booking-content.ts'
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

/** As the move will decide it, which is not bound to the steps of patients, nor to their notice. */
async function findFree(deps: AvailabilityDeps, appointment: Appointment, now: number): Promise<Person[]> {
  const { id, serviceId, startsAt, person, room } = appointment
  const { booking, ...others } = withoutNotice(deps)
  const day = clinicDate(startsAt, deps.clinic.facts(now).timeZone)
  const [open] = await findOpenTimes(
    { ...others, booking: { ...booking, stepMinutes: slotMinutes } },
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
