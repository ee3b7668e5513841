import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import { isSearchable, fewestDigits, type KnownPatient } from './known-patient.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'

const most = 8

/** Patients of earlier appointments by a part of their name or phone; each once, the latest first. */
export async function searchPatients(db: Db, typed: string): Promise<KnownPatient[]> {
  if (!isSearchable(typed)) return []
  const part = typed.trim().slice(0, 100)
  const digits = phoneKey(part)
  const like = (text: string) => `%${escapeLike(text)}%`
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'name', 'phone', 'email'])
    .where('name', '<>', '')
    .where(({ or }) =>
      or([
        sql<boolean>`lower(name) like ${like(part.toLowerCase())} escape '\\'`,
        // SQLite's lower() changes only ASCII letters.
        sql<boolean>`name like ${like(part)} escape '\\'`,
        ...(digits.length >= fewestDigits ? [sql<boolean>`phone_digits like ${like(digits)}`] : []),
      ]),
    )
    .orderBy('startsAt', 'desc')
    // Patients with many appointments are found many times.
    .limit(most * 25)
    .execute()
  const people = new Map<string, KnownPatient>()
  for (const row of rows) {
    const key = `${row.name.toLowerCase()} ${phoneKey(row.phone)}`
    if (!people.has(key)) people.set(key, row)
  }
  return [...people.values()].slice(0, most)
}
