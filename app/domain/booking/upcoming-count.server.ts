import type { Db, Tables } from '#app/database/tables.ts'
import { activeStates } from './appointment.ts'
import { holdsTime } from './appointments.server.ts'

type Which = { serviceId: string } | Pick<Tables['appointments'], 'person'> | { room: `room:${string}` }

/** How many upcoming appointments there are for a service, with a person, or in a room. */
export async function countUpcoming(db: Db, which: Which, now: number) {
  const [column, id] = Object.entries(which)[0] as ['serviceId' | 'person' | 'room', string]
  const { count } = await db
    .selectFrom('appointments')
    .where('state', 'in', activeStates)
    .where('startsAt', '>', now)
    .where(holdsTime)
    .where(column, '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
