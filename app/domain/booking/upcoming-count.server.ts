import type { Db, Tables } from '#app/database/tables.ts'
import { activeStates } from './appointment.ts'

type Which = { serviceId: string } | { person: Tables['appointments']['person'] }

/** How many upcoming appointments there are for a service, or with a person. */
export async function countUpcoming(db: Db, which: Which, now: number) {
  const [column, id] =
    'serviceId' in which ? (['serviceId', which.serviceId] as const) : (['person', which.person] as const)
  const { count } = await db
    .selectFrom('appointments')
    .where('state', 'in', activeStates)
    .where('startsAt', '>', now)
    .where(column, '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
