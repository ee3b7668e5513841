import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'

export type PersonTaken = { ok: false; reason: 'person-taken' }

/** Whether somebody else is this person of the team, or is invited to be. Holds until the transaction ends. */
export async function isPersonTaken(
  { database }: { database: Pick<Database, 'takeAdvisoryLock'> },
  tx: Tx,
  {
    person,
    accountId = '',
    email = '',
    now,
  }: { person: `person:${string}`; accountId?: string; email?: string; now: number },
) {
  await database.takeAdvisoryLock(tx, `staff:${person}`)
  const member = tx
    .selectFrom('staff')
    .select('accountId')
    .where('person', '=', person)
    .where('accountId', '!=', accountId)
  const invited = tx
    .selectFrom('invitations')
    .select('id')
    .where('person', '=', person)
    .where('email', '!=', email)
    .where('until', '>', now)
  return (await member.executeTakeFirst()) !== undefined || (await invited.executeTakeFirst()) !== undefined
}
