import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('an appointment keeps the UID with which its entry was first mailed', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-23-calendar-uids'))
  const { db } = database
  for (const id of ['mailed', 'moved', 'called'])
    await sql`insert into appointments (id, service_id, state, starts_at, ends_at, person, name, email, phone,
      phone_digits, health_kept, booked_at, revision, link_version) values (${id}, 'general', 'confirmed', 1, 2,
      'person:clinic', 'Maya', '', '', '', 0, 1, 0, 1)`.execute(db)
  const emails = [
    ['appointment', '{"appointmentId":"mailed","about":"booked"}', '<e1@clinic.example>'],
    ['appointment', '{"appointmentId":"moved","about":"booked"}', '<e2@old.example>'],
    ['appointment', '{"appointmentId":"moved","about":"moved"}', '<e3@clinic.example>'],
    ['appointment-notice', '{"appointmentId":"called","about":"booked"}', '<e4@clinic.example>'],
    ['appointment', 'odd', '<e5@clinic.example>'],
  ]
  for (const [at, [kind, ids, messageId]] of emails.entries())
    await sql`insert into letters (id, kind, ids, recipient, message_id, state, created_at)
      values (${`e${at}`}, ${kind}, ${ids}, 'maya@example.com', ${messageId}, 'sent', ${at})`.execute(db)

  await migrate(database, migrations)

  const rows = await db.selectFrom('appointments').select(['id', 'uidDomain']).execute()
  expect(new Map(rows.map(({ id, uidDomain: domain }) => [id, domain]))).toEqual(
    new Map([
      ['mailed', 'clinic.example'],
      ['moved', 'old.example'],
      ['called', null],
    ]),
  )
})
