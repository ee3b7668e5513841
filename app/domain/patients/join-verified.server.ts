import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { listConfirmedAddresses } from '#app/domain/accounts/accounts.server.ts'
import { toJoinKey } from './patient-keys.server.ts'
import { refreshPerson } from './person-seen.server.ts'

const atOnce = 500

/** Joins the records of addresses that were confirmed since their appointments were booked. */
export async function joinConfirmed(database: Pick<Database, 'transaction' | 'takeAdvisoryLock'>) {
  for (let after = ''; ;) {
    const emails = await database.transaction(async (tx) => {
      const emails = await listConfirmedAddresses(tx, { after, most: atOnce })
      await joinVerified({ ...database, tx }, emails)
      return emails
    })
    if (emails.length < atOnce) return
    after = emails.at(-1) ?? ''
  }
}

/** Joins the records of verified addresses whose names agree, except those that were split off by hand. */
export async function joinVerified(
  { takeAdvisoryLock, tx }: Pick<Database, 'takeAdvisoryLock'> & { tx: Tx },
  emails: readonly string[],
) {
  const waiting = await tx
    .selectFrom('patients')
    .select(['id', 'personId', 'name', 'email'])
    .where('email', 'in', emails)
    .where('joinKey', 'is', null)
    .where('apart', '=', 0)
    .orderBy('id')
    .execute()
  if (waiting.length === 0) return
  await takeAdvisoryLock(tx, peopleLock)
  for (const { id, personId, ...contact } of waiting) {
    const joinKey = toJoinKey(contact)
    const known = await tx.selectFrom('patients').select('personId').where('joinKey', '=', joinKey).executeTakeFirst()
    if (!known) await tx.updateTable('patients').set({ joinKey }).where('id', '=', id).execute()
    else if (known.personId !== personId) {
      await tx.updateTable('patients').set({ personId: known.personId }).where('personId', '=', personId).execute()
      await refreshPerson(tx, known.personId)
    }
  }
}

/** Held while records change their person. */
export const peopleLock = 'people'
