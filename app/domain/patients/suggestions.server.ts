import type { Db } from '#app/database/tables.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { type Patient, type Suggestion, suggestionReasons } from './patient.ts'
import { listDistinct } from './distinct-patients.server.ts'
import { toNameKey } from './patient-keys.server.ts'
import { selectPeople } from './patients.server.ts'

const most = 20
const fewestDigits = 7

/** Other people with an address or phone number of this one: perhaps the same, perhaps a family. Without those whom staff told apart. */
export async function suggestSame(db: Db, { id, records }: Patient): Promise<Suggestion[]> {
  const emails = records.map(({ email }) => email).filter(Boolean)
  const digits = records.map(({ phone }) => phoneKey(phone)).filter(({ length }) => length >= fewestDigits)
  const distinct = await listDistinct(db, id)
  const found = await db
    .selectFrom('patients')
    .select(['personId', 'name', 'email'])
    .where('personId', 'not in', [id, ...distinct])
    .where((row) => row.or([row('email', 'in', emails), row('phoneDigits', 'in', digits)]))
    .orderBy('personSeenAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  const names = records.map(({ name }) => toNameKey(name))
  const people = await selectPeople(db)
    .where(
      'id',
      'in',
      found.map(({ personId }) => personId),
    )
    .execute()
  return people
    .map((listed) => {
      const { personSeenAt: _, ...person } = listed
      const same = found.filter((record) => record.personId === person.id)
      const isEmail = same.some((record) => emails.includes(record.email))
      const isName = same.some((record) => names.includes(toNameKey(record.name)))
      return { ...person, reason: isEmail ? (isName ? 'name-and-email' : 'email') : 'phone' } as const
    })
    .toSorted((one, other) => suggestionReasons.indexOf(one.reason) - suggestionReasons.indexOf(other.reason))
}
