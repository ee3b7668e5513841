import type { Tx } from '#app/database/tables.ts'
import { toJoinKey } from './patient-keys.server.ts'

/**
 * Before something is written on a record: where staff merged its person with others, it may be about any of them, so that
 * it opens to none of their addresses.
 */
export async function markIfMerged(tx: Tx, id: string) {
  const records = await tx
    .selectFrom('patients')
    .select(['name', 'email', 'apart'])
    .where('personId', '=', (all) => all.selectFrom('patients').select('personId').where('id', '=', id))
    .execute()
  const isOne = new Set(records.map(toJoinKey)).size === 1 && records.every(({ apart }) => apart === 0)
  if (records.length > 1 && !isOne) await markMixed(tx, id)
}

/** From now on what is written on the record opens to the clinic alone. */
export const markMixed = (tx: Tx, id: string) =>
  tx.updateTable('patients').set({ mixed: 1 }).where('id', '=', id).execute()
