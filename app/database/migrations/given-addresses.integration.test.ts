import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { putConfirmedAccount } from '#tests/support/patients.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('existing addresses are given, confirmed or neither, by what the database and the audit trail tell', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-29-given-addresses'))
  const { db } = database
  const staff = new Map<string, string>()
  for (const [role, person] of [
    ['manager', null],
    ['practitioner', 'person:anna'],
    ['front-desk', null],
  ] as const) {
    const id = await putConfirmedAccount(database, `${role}@clinic.example`)
    staff.set(role, id)
    await sql`insert into staff (account_id, role, person, since) values (${id}, ${role}, ${person}, 1)`.execute(db)
  }
  let entries = 0
  type More = { draft?: string; version?: number; byLink?: number; record?: string; by?: string; person?: string }
  const put = async (id: string, email: string, more: More = {}) => {
    const { draft = null, version = 1, byLink = 0, record = id, by, person = 'person:anna' } = more
    await sql`insert into patients (id, person_id, name, email, phone, phone_digits, name_key, email_proved, apart,
        search_key, seen_at, person_seen_at) values (${record}, ${record}, 'Maya', ${email}, '', '', 'maya', 0, 0, '', 1, 1)
      on conflict do nothing`.execute(db)
    await sql`insert into appointments (id, draft_id, service_id, state, starts_at, ends_at, person, name, email, phone,
        phone_digits, health_kept, booked_at, revision, link_version, email_by_link, patient_id)
      values (${id}, ${draft}, 'general', 'confirmed', 1, 2, ${person}, 'Maya', ${email}, '', '', 0, 1, 0, ${version},
        ${byLink}, ${record})`.execute(db)
    if (by)
      await sql`insert into audit_entries (sequence, at, who, from_where, act, record, hmac)
        values (${(entries += 1)}, 1, ${staff.get(by) ?? by}, '', 'appointment.booked', ${`appointment:${id}`}, '')`.execute(
        db,
      )
  }
  await put('online', 'a@example.com', { draft: 'd1' })
  await put('again', 'a@example.com', { record: 'online', by: 'front-desk' })
  await put('corrected', 'b@example.com', { draft: 'd2', version: 2 })
  await put('by-link', 'c@example.com', { draft: 'd3', version: 2, byLink: 1 })
  await put('desk', 'd@example.com', { by: 'front-desk' })
  await put('manager', 'e@example.com', { by: 'manager' })
  await put('hers', 'f@example.com', { by: 'practitioner' })
  await put('not-hers', 'g@example.com', { by: 'practitioner', person: 'person:ben' })
  await put('unknown', 'h@example.com', { by: 'somebody who left' })
  await put('none', '', { by: 'manager' })
  // A record that had another address: nobody can tell who gave which.
  await put('mixed', 'i@example.com', { draft: 'd4' })
  await put('mixed-again', 'j@example.com', { record: 'mixed', by: 'front-desk' })

  await migrate(database, migrations)

  const rows = await db.selectFrom('appointments').select(['id', 'email', 'givenEmail', 'emailConfirmed']).execute()
  const states = rows.map(({ id, email, givenEmail, emailConfirmed }) => [
    id,
    givenEmail === null ? (emailConfirmed ?? 'closed') : givenEmail === email && 'given',
  ])
  expect(Object.fromEntries(states)).toEqual({
    online: 'given',
    again: 'given',
    corrected: 'closed',
    'by-link': 'closed',
    desk: 'closed',
    manager: 'everything',
    hers: 'person:anna',
    'not-hers': 'closed',
    unknown: 'closed',
    none: 'closed',
    mixed: 'given',
    'mixed-again': 'closed',
  })
})
