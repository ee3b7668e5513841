import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import { optionalFields } from '#app/domain/patients/patient-fields.ts'
import { fewestDigits } from '#app/domain/patients/searchable.ts'
import { hasWordWith } from '#app/domain/shared/name-search.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'

/**
 * Appointments by the beginning of a word in the patient's name, of the email address, or by a part of the phone number.
 * The next one comes first; those that are over follow, the latest first. Without anything about health.
 */
export async function searchAppointments(
  db: Db,
  scope: Scope,
  typed: string,
  { now, most }: { now: number; most: number },
) {
  const found = selectMatches(db, typed).where(isRowInScope(scope, 'person'))
  const upcoming = await found.where('endsAt', '>=', now).orderBy('startsAt').orderBy('id').limit(most).execute()
  const left = most - upcoming.length
  const over = found.where('endsAt', '<', now).orderBy('startsAt', 'desc').orderBy('id', 'desc').limit(left)
  const rows = left === 0 ? upcoming : [...upcoming, ...(await over.execute())]
  return rows.map((row) => ({ ...withoutNulls(row), cancelledLate: row.cancelledLate === 1 }))
}

function selectMatches(db: Db, typed: string) {
  const text = typed.trim()
  const digits = phoneKey(text)
  return db
    .selectFrom('appointments')
    .select(['id', 'name', 'state', 'startsAt', 'cancelledLate', 'payBy'])
    .where((row) =>
      row.or([
        hasWordWith(row.ref('name'), text),
        sql<boolean>`email like ${`${escapeLike(text.toLowerCase())}%`} escape '\\'`,
        ...optionalFields.map(({ name }) => hasWordWith(row.ref(name), text)),
        ...(digits.length >= fewestDigits ? [sql<boolean>`phone_digits like ${`%${digits}%`}`] : []),
      ]),
    )
}
