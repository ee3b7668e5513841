import { sql } from 'kysely'
import type { Migration, MigrationTx } from '#app/database/migrate.server.ts'

const atOnce = 500

/** One record per person, also of existing appointments. An earlier release beside this one leaves `patient_id` empty. */
export const patients: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('patients')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('person_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('phone', text, (column) => column.notNull())
    .addColumn('phone_digits', text, (column) => column.notNull())
    .addColumn('name_key', text, (column) => column.notNull())
    .addColumn('join_key', text, (column) => column.unique())
    .addColumn('email_proved', integer, (column) => column.notNull())
    .addColumn('apart', integer, (column) => column.notNull())
    .addColumn('search_key', text, (column) => column.notNull())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .addColumn('person_seen_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .alterTable('appointments')
    .addColumn('patient_id', text, (column) => column.references('patients.id').onDelete('set null'))
    .execute()
  await takeOver(tx)
  const indexes: Record<string, string[]> = {
    patients_person: ['person_id'],
    patients_email: ['email'],
    patients_phone: ['phone_digits'],
    // A search reads nothing but this index, in the order of its result.
    patients_search: ['person_seen_at', 'id', 'person_id', 'search_key'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await tx.schema.createIndex(name).on('patients').columns(columns).execute()
  await tx.schema.createIndex('appointments_patient').on('appointments').column('patient_id').execute()
}

type Old = { id: string; name: string; email: string; phone: string; phone_digits: string; starts_at: number | string }

/** A record has the id of its first appointment. */
async function takeOver(tx: MigrationTx) {
  const confirmed = new Set(
    (await tx.selectFrom('users').select(['email', 'email_verified']).execute())
      .filter(({ email_verified: verified }) => verified)
      .map(({ email }) => email),
  )
  const joined = new Map<string, { id: string; others: string[] }>()
  for (let last = ''; ;) {
    const rows: Old[] = await tx
      .selectFrom('appointments')
      .select(['id', 'name', 'email', 'phone', 'phone_digits', 'starts_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const records = rows
      .filter(({ name }) => name !== '')
      .flatMap((row) => {
        const nameKey = toNameKey(row.name)
        const key = confirmed.has(row.email) ? `${nameKey} ${row.email}` : null
        const before = key === null ? undefined : joined.get(key)
        before?.others.push(row.id)
        if (before) return []
        if (key !== null) joined.set(key, { id: row.id, others: [] })
        return [toRecord(row, nameKey, key)]
      })
    if (records.length > 0) await tx.insertInto('patients').values(records).execute()
    if (rows.length < atOnce) break
    last = rows.at(-1)?.id ?? ''
  }
  await sql`update appointments set patient_id = id where exists
    (select 1 from patients where patients.id = appointments.id)`.execute(tx)
  for (const { id, others } of joined.values())
    if (others.length > 0)
      await tx.updateTable('appointments').set({ patient_id: id }).where('id', 'in', others).execute()
  const shared = [...joined.values()].filter(({ others }) => others.length > 0).map(({ id }) => id)
  for (let from = 0; from < shared.length; from += atOnce)
    await sql`update patients set seen_at = (select max(starts_at) from appointments where patient_id = patients.id)
      where id in (${sql.join(shared.slice(from, from + atOnce))})`.execute(tx)
  if (shared.length > 0) await sql`update patients set person_seen_at = seen_at`.execute(tx)
}

const toRecord = ({ id, starts_at: startsAt, ...contact }: Old, nameKey: string, joinKey: string | null) => ({
  ...contact,
  id,
  person_id: id,
  name_key: nameKey,
  join_key: joinKey,
  email_proved: 0,
  apart: 0,
  search_key: [nameKey, contact.email, contact.phone_digits].join(' '),
  seen_at: startsAt,
  person_seen_at: startsAt,
})

/** As `toNameKey` was when this was written. */
const toNameKey = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
