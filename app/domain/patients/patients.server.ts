import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Cursor, type Page, type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import type { ListedPatient, Patient } from './patient.ts'

/** By the id of any of the person's records. */
export async function findPatient(db: Db, recordId: string): Promise<Patient | undefined> {
  const records = await db
    .selectFrom('patients')
    .select(['id', 'personId', 'name', 'email', 'phone', 'seenAt'])
    .where('personId', '=', (query) => query.selectFrom('patients').select('personId').where('id', '=', recordId))
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .execute()
  const own = records.find(({ id, personId }) => id === personId)
  if (!own) return undefined
  const { id, name, email, phone } = own
  return { id, name, email, phone, records: [own, ...records.filter((record) => record !== own)] }
}

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

/** Those with the latest appointment first. */
export const listPatients = (
  { db }: Pick<Database, 'db'>,
  { tag, ...place }: PagePlace & { tag?: string | undefined },
): Promise<Page<ListedPatient, Cursor>> =>
  readPage(
    place,
    pageSize,
    (reading) => byTime(selectTagged(db, tag), 'personSeenAt', reading).execute(),
    ({ personSeenAt, id }) => ({ at: personSeenAt, id }),
  )

/** All people, or those with a tag on any of their records. */
const selectTagged = (db: Db, tag: string | undefined) =>
  selectPeople(db).$if(tag !== undefined, (people) =>
    people.where('id', 'in', (query) =>
      query
        .selectFrom('patientTags')
        .innerJoin('patients as tagged', 'tagged.id', 'patientTags.patientId')
        .select('tagged.personId')
        .where('tag', '=', tag ?? ''),
    ),
  )

export const selectPeople = (db: Db) =>
  db.selectFrom('patients').select(['id', 'name', 'email', 'phone', 'personSeenAt']).whereRef('id', '=', 'personId')

export async function countPatients({ db }: Pick<Database, 'db'>) {
  const all = db.selectFrom('patients').whereRef('id', '=', 'personId')
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
