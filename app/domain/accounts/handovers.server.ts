import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'

/** Notes that nobody sees this person's appointments any more. */
export const openHandover = (tx: Tx, person: PersonResource, now: number) =>
  tx
    .insertInto('handovers')
    .values({ person, since: now })
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ since: now }))
    .execute()

/** The people of the team whose access ended, unless an account is them again. */
export async function listLeavers({ db }: Pick<Database, 'db'>): Promise<PersonResource[]> {
  const rows = await db
    .selectFrom('handovers')
    .leftJoin('staff', 'staff.person', 'handovers.person')
    .select('handovers.person')
    .where('staff.accountId', 'is', null)
    .orderBy('handovers.since')
    .orderBy('handovers.person')
    .execute()
  return rows.map(({ person }) => person)
}
