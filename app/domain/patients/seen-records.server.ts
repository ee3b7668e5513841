import type { SelectQueryBuilder } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import { contactColumns } from './patient-fields.ts'

type OwnRecords = SelectQueryBuilder<Tables, 'appointments', { patientId: string; seenAt: number }>

/** For a query: everybody's records, or those of one practitioner's patients with the latest appointment of each. */
export type SeenRecords = 'everything' | OwnRecords

const columns = (['id', ...contactColumns] as const).map((column) => `person.${column}` as const)

/** The people of these records, as of everybody (`selectPeople`), by when they were seen there. */
export const selectPeopleOf = (db: Db, within: OwnRecords) =>
  db.selectFrom(
    db
      .selectFrom(within.as('seen'))
      .innerJoin('patients as record', 'record.id', 'seen.patientId')
      .innerJoin('patients as person', 'person.id', 'record.personId')
      .select(columns)
      .select(({ fn }) => fn.max('seen.seenAt').as('personSeenAt'))
      .groupBy(columns)
      .as('patients'),
  )

export const selectRecordIds = (db: Db, within: OwnRecords) => db.selectFrom(within.as('seen')).select('seen.patientId')
