import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('days with other hours and time away stay as their practitioners entered them', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-27-own-hours-undo'))
  for (const [id, from, until] of [
    ['a', '10:00', '14:30'],
    ['b', null, null],
  ])
    await sql`insert into own_days (id, person, first_day, last_day, from_time, until_time)
      values (${id}, 'maya', '2026-12-01', '2026-12-02', ${from}, ${until})`.execute(database.db)

  await migrate(database, migrations)

  const days = await database.db.selectFrom('ownDays').selectAll().orderBy('id').execute()
  expect(days.map(({ hours, ...day }) => ({ ...day, hours: JSON.parse(hours) as unknown }))).toEqual([
    {
      id: 'a',
      person: 'maya',
      firstDay: '2026-12-01',
      lastDay: '2026-12-02',
      hours: [{ opens: '10:00', closes: '14:30' }],
    },
    { id: 'b', person: 'maya', firstDay: '2026-12-01', lastDay: '2026-12-02', hours: [] },
  ])
})
