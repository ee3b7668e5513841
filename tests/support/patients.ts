import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { at, bookingDeps, dayOne } from './booking.ts'
import { sql } from 'kysely'
import { toJoinKey, toRecordColumns } from '#app/domain/patients/patient-keys.server.ts'

export const desk = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
export const helen = { name: 'Helen Marsh', email: 'helen@example.com', phone: '(205) 555-0136' }

/** Staff book for a patient; returns the appointment's id and its record. */
export async function bookFor(
  database: Database,
  patient: { name: string; phone: string; email?: string; health?: string },
  start: string,
  patientId?: string,
) {
  const request = { serviceId: 'general', startsAt: at(start), anyway: true, patientId, now: dayOne }
  const contact = { ...patient, email: patient.email || undefined, health: patient.health }
  const booked = await bookByTelephone(bookingDeps(database), desk, { ...request, patient: contact })
  if (!booked.ok) throw new Error(`not booked: ${booked.reason}`)
  return { id: booked.id, recordId: await recordOf(database.db, booked.id) }
}

export async function recordOf(db: Db, appointmentId: string) {
  const found = db.selectFrom('appointments').select('patientId').where('id', '=', appointmentId)
  return (await found.executeTakeFirstOrThrow()).patientId ?? ''
}

/** An account whose owner opened the link that confirms its address. */
export async function putConfirmedAccount({ db, kind }: Database, email: string) {
  const isTrue = kind === 'sqlite' ? 1 : true
  const now = kind === 'sqlite' ? new Date().toISOString() : new Date()
  const account = {
    id: randomUUID(),
    name: 'Account',
    email,
    emailVerified: isTrue,
    image: null,
    twoFactorEnabled: null,
  }
  await db
    .insertInto('users')
    .values({ ...account, createdAt: now, updatedAt: now })
    .execute()
  return account.id
}

const firstNames =
  'Mary James Patricia Robert Jennifer John Linda Michael Elizabeth David Barbara William Susan Richard Jessica Joseph Karen Thomas Sarah Christopher Lisa Charles Nancy Daniel Sandra Matthew Ashley Anthony Emily Mark Donna Steven Michelle Andrew Carol Paul Amanda Joshua Melissa Kenneth Deborah Kevin Stephanie Brian Rebecca Priya Anjali Rohan José María Søren Zoë Nguyễn Wei Olga'.split(
    ' ',
  )
const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Patel Sharma Iyer O’Brien García-Márquez'.split(
    ' ',
  )
const beginnings = 'Ash Bel Cran Dun El Fair Gold Ham Ing Kirk Lang Mont North Oak Pem Ros Stan Thorn Wal Yar'.split(
  ' ',
)
const endings =
  'bourne by combe dale don field ford ham ington ley man more shaw son stead ton well wick wood worth'.split(' ')
const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'icloud.com', 'aol.com', 'hotmail.com']

/** The n-th of many people: some names are common, most are not, and every tenth has the phone of another. */
export function toPerson(n: number) {
  const mixed = (n * 7_919) % 1_000_003
  const pick = <Value>(values: readonly Value[], by: number) => values[Math.floor(mixed / by) % values.length]!
  const first = pick(firstNames, 1)
  const last = n % 2 === 0 ? pick(lastNames, 57) : `${pick(beginnings, 57)}${pick(endings, 1_140)}`
  const local = `${first}.${last}${mixed % 1_000}`.normalize('NFKD').replaceAll(/[^\w.]/g, '')
  const number = n % 10 === 0 ? mixed - 1 : mixed
  return {
    name: `${first} ${last}`,
    email: `${local}@${n % 20 === 0 ? `practice-${mixed % 503}.example` : pick(domains, 31)}`.toLowerCase(),
    phone: `(${205 + (mixed % 7) * 37}) ${200 + (number % 800)}-${String(number % 10_000).padStart(4, '0')}`,
  }
}

/** A record for each; one of fifty is the second record of the person before it. */
export async function insertPatients({ db, kind }: Database, count: number) {
  const atOnce = 1_000
  for (let first = 0; first < count; first += atOnce)
    await db
      .insertInto('patients')
      .values(Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => toRow(first + index)))
      .execute()
  // PostgreSQL would do this itself after a while (autovacuum).
  if (kind === 'postgres') await sql`vacuum analyze patients`.execute(db)
}

/** Random ids, as the site's are, so that they are in no order. */
const toId = (n: number) =>
  `${((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

function toRow(n: number) {
  const person = toPerson(n)
  const seenAt = Date.UTC(2026, 0) + ((n * 104_729) % 100_003) * 600_000
  const joined = n % 50 === 49
  return {
    ...toRecordColumns(person),
    id: toId(n),
    personId: toId(joined ? n - 1 : n),
    joinKey: n % 3 === 0 ? `${toJoinKey(person)} ${n}` : null,
    emailProved: 0,
    apart: 0,
    seenAt,
    personSeenAt: joined ? Date.UTC(2026, 0) + (((n - 1) * 104_729) % 100_003) * 600_000 : seenAt,
  }
}
