import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('who is on the waitlist already is one person at each place', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-28-waitlist-people'))
  for (const place of [1, 2])
    await sql`insert into waitlist_entries (id, place, name, email, phone, phone_digits, service_ids, weekdays,
        last_day, state, joined_at, silent)
      values (${`e${place}`}, ${place}, 'Ann', 'ann@example.com', '1', '1', '[]', '[]', '2026-12-31', 'waiting', 1, 0)`.execute(
      database.db,
    )

  await migrate(database, migrations)

  const rows = await database.db
    .selectFrom('waitlistEntries')
    .select(['place', 'firstPlace'])
    .orderBy('place')
    .execute()
  expect(rows).toEqual([
    { place: 1, firstPlace: 1 },
    { place: 2, firstPlace: 2 },
  ])
})
