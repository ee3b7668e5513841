import type { Database } from '#app/database/connection.server.ts'
import type { Reach } from '#app/domain/shared/reach.ts'
import { activeStates } from './appointment.ts'

/** Future appointments at a time when their practitioner is busy in a calendar of her own, in their order. */
export const findCollisions = ({ db }: Pick<Database, 'db'>, { person }: Reach, now: number) =>
  db
    .selectFrom('appointments')
    .select(['id', 'name', 'phone', 'startsAt', 'person'])
    .where('state', 'in', activeStates)
    .where('startsAt', '>', now)
    .$if(person !== undefined, (query) => query.where('person', '=', person!))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('holds')
          .select('holder')
          .whereRef('resource', '=', 'appointments.person')
          .where('holder', 'like', 'calendar:%')
          .whereRef('fromAt', '<', 'appointments.endsAt')
          .whereRef('untilAt', '>', 'appointments.startsAt'),
      ),
    )
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
