import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import type { PatientDeps } from './change-person.server.ts'
import { mostTags, type Patient } from './patient.ts'
import { type SeenRecords, selectPeopleOf } from './seen-records.server.ts'

/** Short plain words, which no list shows in two spellings. */
export const tagText = singleLine({ blank: 'Enter a tag.', most: 30, tooLong: 'Enter at most 30 characters.' })
  .transform((text) => text.toLowerCase())
  .refine((text) => /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(text), 'Use letters, digits, spaces and hyphens only.')

/** False if there are as many as a person may have, or the patient was erased meanwhile. */
export const addTag = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { patient, tag }: { patient: Patient; tag: string },
) =>
  database.transaction(async (tx) => {
    const tags = await listTagsOf(tx, patient)
    if (tags.includes(tag)) return true
    const known = tx.selectFrom('patients').select('id').where('id', '=', patient.id)
    if (tags.length >= mostTags || !(await known.executeTakeFirst())) return false
    await tx
      .insertInto('patientTags')
      .values({ patientId: patient.id, tag })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'patient.tagged', record: `patient:${patient.id}` })
    return true
  })

/** False if the person does not have it. */
export const removeTag = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { patient, tag }: { patient: Patient; tag: string },
) =>
  database.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('patientTags')
      .where('patientId', 'in', recordIds(patient))
      .where('tag', '=', tag)
      .returning('tag')
      .execute()
    if (removed.length === 0) return false
    await recordAct({ tx, vault }, actor, { act: 'patient.untagged', record: `patient:${patient.id}` })
    return true
  })

export async function listTagsOf(db: Db, patient: Patient): Promise<string[]> {
  const tags = db.selectFrom('patientTags').select('tag').distinct().where('patientId', 'in', recordIds(patient))
  return (await tags.orderBy('tag').execute()).map(({ tag }) => tag)
}

/** All tags with the number of people who have them; `within`: only of people with one of these records. */
export async function countTags(db: Db, within: SeenRecords) {
  const rows = await db
    .selectFrom('patientTags')
    .innerJoin('patients', 'patients.id', 'patientTags.patientId')
    .select(['tag', ({ fn }) => fn.count<number>('personId').distinct().as('count')])
    .$call((tags) =>
      within === 'everything' ? tags : tags.where('personId', 'in', selectPeopleOf(db, within).select('patients.id')),
    )
    .groupBy('tag')
    .orderBy('tag')
    .execute()
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }))
}

const recordIds = ({ records }: Patient) => records.map(({ id }) => id)
