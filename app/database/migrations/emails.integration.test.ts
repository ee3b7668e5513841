import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('pending emails and jobs of an older version are renamed and stay pending', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-24-emails'))
  const { db } = database
  await sql`insert into letters (id, kind, ids, recipient, message_id, state, trouble, created_at)
    values ('e1', 'welcome', '{}', 'maya@example.com', '<1@clinic>', 'failed', 'letter', 1)`.execute(db)
  for (const [id, kind, payload] of [
    ['e1', 'send-letter', '{"letterId":"e1"}'],
    ['e2', 'send-newsletter-email', '{"letterId":"e2"}'],
    ['m', 'morning-letter', '{}'],
  ])
    await sql`insert into jobs (id, kind, payload, state, run_at, attempts, leased_until, unique_key, created_at)
      values (${id}, ${kind}, ${payload}, 'waiting', 1, 0, 0, ${kind === 'morning-letter' ? kind : null}, 1)`.execute(
      db,
    )

  await migrate(database, migrations)

  expect(await db.selectFrom('emails').select(['id', 'trouble']).execute()).toEqual([{ id: 'e1', trouble: 'email' }])
  expect(await db.selectFrom('jobs').select(['kind', 'payload', 'uniqueKey']).orderBy('id').execute()).toEqual([
    { kind: 'send-email', payload: '{"emailId":"e1"}', uniqueKey: null },
    { kind: 'send-newsletter-email', payload: '{"emailId":"e2"}', uniqueKey: null },
    { kind: 'morning-email', payload: '{}', uniqueKey: 'morning-email' },
  ])
})
