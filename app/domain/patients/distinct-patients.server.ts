import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { PatientDeps } from './change-person.server.ts'
import { peopleLock } from './join-verified.server.ts'

type Two = { id: string; other: string }

/** Two people are no longer suggested as one. False if one of them was merged or erased meanwhile. */
export const markDistinct = ({ database, vault }: PatientDeps, actor: Actor, { id, other }: Two) =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, peopleLock)
    const people = tx.selectFrom('patients').select('id').whereRef('id', '=', 'personId')
    if (id === other || (await people.where('id', 'in', [id, other]).execute()).length < 2) return false
    await tx
      .insertInto('distinctPatients')
      .values(toPair(id, other))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'patient.distinct', record: `patient:${id}`, detail: other })
    return true
  })

/** They are suggested again. False if they are already. */
export const undoMarkDistinct = ({ database, vault }: PatientDeps, actor: Actor, { id, other }: Two) =>
  database.transaction(async (tx) => {
    const { oneId, otherId } = toPair(id, other)
    const pair = tx.deleteFrom('distinctPatients').where('oneId', '=', oneId).where('otherId', '=', otherId)
    if (!(await pair.returning('oneId').executeTakeFirst())) return false
    await recordAct({ tx, vault }, actor, { act: 'patient.distinct-undone', record: `patient:${id}`, detail: other })
    return true
  })

export async function listDistinct(db: Db, id: string) {
  const pairs = await db
    .selectFrom('distinctPatients')
    .select(['oneId', 'otherId'])
    .where((row) => row.or([row('oneId', '=', id), row('otherId', '=', id)]))
    .execute()
  return pairs.map(({ oneId, otherId }) => (oneId === id ? otherId : oneId))
}

/** Of people who were merged, which makes it another question, or of a deleted record. */
export const forgetDistinct = (tx: Tx, ids: readonly string[]) =>
  tx
    .deleteFrom('distinctPatients')
    .where((row) => row.or([row('oneId', 'in', ids), row('otherId', 'in', ids)]))
    .execute()

function toPair(id: string, other: string) {
  const [oneId, otherId] = id < other ? [id, other] : [other, id]
  return { oneId, otherId }
}
