import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Cursor, type Page, type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import type { ListedPatient, Patient } from './patient.ts'
import { contactColumns } from './patient-fields.ts'
import { selectPeopleOf, type SeenRecords } from './seen-records.server.ts'

/** By the id of any of the person's records. */
export async function findPatient(db: Db, recordId: string): Promise<Patient | undefined> {
  const records = await db
    .selectFrom('patients')
    .select(['id', 'personId', ...contactColumns, 'declinedPhone', 'seenAt'])
    .where('personId', '=', (query) => query.selectFrom('patients').select('personId').where('id', '=', recordId))
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .execute()
  const own = records.find(({ id, personId }) => id === personId)
  if (!own) return undefined
  const { personId: _, declinedPhone: __, seenAt: ___, ...person } = own
  return { ...person, records: [own, ...records.filter((record) => record !== own)] }
}

/** For the audit trail, whose entries have no names. */
export const listPatientNames = (db: Db, ids: readonly string[]) =>
  db.selectFrom('patients').select(['id', 'name']).where('id', 'in', ids).execute()

/** The ids of all records of the person that a record belongs to. */
export async function listRecordIds(db: Db, recordId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('patients')
    .select('id')
    .where('personId', '=', (query) => query.selectFrom('patients').select('personId').where('id', '=', recordId))
    .execute()
  return rows.map(({ id }) => id)
}

/** For a query: all records of the person that the record in a column belongs to. */
export const recordsOfSamePerson = (column: string) =>
  sql<string>`(select theirs.id from patients as own join patients as theirs on theirs.person_id = own.person_id
    where own.id = ${sql.ref(column)})`

/** The records of these people, each with its person. */
export const listRecordsOf = (db: Db, personIds: readonly string[]) =>
  db.selectFrom('patients').select(['id', 'personId']).where('personId', 'in', personIds).execute()

const pageSize = 25

/** Those with the latest appointment first. `within`: only people with one of these records. */
export const listPatients = (
  { db }: Pick<Database, 'db'>,
  { tag, within, ...place }: PagePlace & { tag?: string | undefined; within: SeenRecords },
): Promise<Page<ListedPatient, Cursor>> =>
  readPage(
    place,
    pageSize,
    (reading) => byTime(selectTagged(db, selectPeopleWithin(db, within), tag), 'personSeenAt', reading).execute(),
    ({ personSeenAt, id }) => ({ at: personSeenAt, id }),
  )

type People = SelectQueryBuilder<{ patients: ListedPatient }, 'patients', ListedPatient>

const selectPeopleWithin = (db: Db, within: SeenRecords): People =>
  within === 'everything' ? selectPeople(db) : selectPeopleOf(db, within).selectAll()

/** All of these people, or those with a tag on any of their records. */
const selectTagged = (db: Db, people: People, tag: string | undefined) =>
  tag === undefined
    ? people
    : people.where(
        'id',
        'in',
        db
          .selectFrom('patientTags')
          .innerJoin('patients as tagged', 'tagged.id', 'patientTags.patientId')
          .select('tagged.personId')
          .where('tag', '=', tag),
      )

export const selectPeople = (db: Db) =>
  db
    .selectFrom('patients')
    .select(['id', ...contactColumns, 'personSeenAt'])
    .whereRef('id', '=', 'personId')

export async function countPatients({ db }: Pick<Database, 'db'>, within: SeenRecords) {
  const all = selectPeopleWithin(db, within).clearSelect()
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
