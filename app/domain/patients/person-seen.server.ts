import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

/** All records of a person have the time of its latest appointment, which orders lists and searches. */
export const refreshPerson = (tx: Tx, personId: string) =>
  tx
    .updateTable('patients')
    .set({
      personSeenAt: sql<number>`(select max(other.seen_at) from patients as other where other.person_id = ${personId})`,
    })
    .where('personId', '=', personId)
    .execute()
