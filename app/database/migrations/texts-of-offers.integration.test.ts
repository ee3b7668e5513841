import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('consents and texts stay with their appointment', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-27-texts-of-offers'))
  await sql`insert into text_consents (id, number, purpose, wording, version, appointment_id, given_at, given_by)
    values ('c', '+12055550142', 'reminders', 'Text me', '1', 'a1', 1, 'patient')`.execute(database.db)
  await sql`insert into text_messages (id, kind, appointment_id, state, accepted_at)
    values ('t', 'reminder', 'a2', 'waiting', 1)`.execute(database.db)

  await migrate(database, migrations)

  expect(await database.db.selectFrom('textConsents').select(['id', 'record']).execute()).toEqual([
    { id: 'c', record: 'appointment:a1' },
  ])
  expect(await database.db.selectFrom('textMessages').select(['id', 'record']).execute()).toEqual([
    { id: 't', record: 'appointment:a2' },
  ])
})
