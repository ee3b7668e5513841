import type { Database } from '#app/database/connection.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { ListedPatient } from './patient.ts'
import { toNameKey } from './patient-keys.server.ts'
import { selectPeople } from './patients.server.ts'
import { isSearchable } from './searchable.ts'
import { type SeenRecords, selectRecordIds } from './seen-records.server.ts'

/**
 * People by any part of name, phone or email, the latest first; undefined if the text is too short. Found by another
 * name or address that was merged into a person, it is that person. `within`: only by these records.
 */
export async function searchPatients(
  { db, contains }: Pick<Database, 'db' | 'contains'>,
  typed: string,
  most: number,
  within: SeenRecords,
): Promise<ListedPatient[] | undefined> {
  if (!isSearchable(typed)) return undefined
  const parts = toParts(typed.slice(0, 100))
  if (parts.length === 0) return []
  let matches = db.selectFrom('patients').select(['personId', 'personSeenAt'])
  if (within !== 'everything') matches = matches.where('id', 'in', selectRecordIds(db, within))
  // The keys are in lower case, as the parts are.
  for (const part of parts) matches = matches.where(contains('searchKey', part))
  const found = await matches
    .orderBy('personSeenAt', 'desc')
    .orderBy('id', 'desc')
    // A person is found once by each of its records.
    .limit(most * 3)
    .execute()
  const ids = [...new Set(found.map(({ personId }) => personId))].slice(0, most)
  return selectPeople(db).where('id', 'in', ids).orderBy('personSeenAt', 'desc').orderBy('id', 'desc').execute()
}

/** What the key of a record must contain: the digits of a phone number, or each of the words. */
function toParts(typed: string) {
  const text = typed.trim()
  if (/^[\d\s()+./-]+$/.test(text)) return [phoneKey(text)]
  return text
    .split(/\s+/)
    .flatMap((word) => (/[@._+]/.test(word) ? [word.toLowerCase()] : toNameKey(word).split(' ')))
    .filter((word) => word !== '')
    .slice(0, 5)
}
