import type { Database } from '#app/database/connection.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { activeStates } from './appointment.ts'
import { holdsTime } from './appointments.server.ts'

/** Future appointments at a time when their practitioner is busy in a calendar of her own, in their order. */
export const findCollisions = ({ db }: Pick<Database, 'db'>, scope: Scope, now: number) =>
  db
    .selectFrom('appointments')
    .select(['id', 'name', 'phone', 'startsAt', 'person'])
    .where('state', 'in', activeStates)
    .where('startsAt', '>', now)
    .where(isRowInScope(scope, 'person'))
    .where(holdsTime)
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
