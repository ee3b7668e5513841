import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('prices and availability that the clinic set stay as they are', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-26-prices'))
  const rows: [string, string | null][] = [
    ['product:triphala', '{"priceCents":1550,"available":false}'],
    ['service:abhyangam', '{"priceText":"$90"}'],
    ['service:general', null],
    ['service:allergies', '{'],
    ['notice', '{"text":"Closed.","until":"2026-12-01"}'],
  ]
  for (const [section, value] of rows)
    await sql`insert into clinic_overlays (section, value, revision) values (${section}, ${value}, 2)`.execute(
      database.db,
    )

  await migrate(database, migrations)

  const content = await openContent(database, () => undefined)
  expect(content.template('products/triphala')).toMatchObject({ priceCents: 1550, available: false })
  expect(content.template('services/abhyangam')).toMatchObject({ price: '$90', available: true })
  const saved = await database.db
    .selectFrom('contentVersions')
    .select('record')
    .where('record', 'not like', 'clinic/%')
    .orderBy('record')
    .execute()
  expect(saved.map(({ record }) => record)).toEqual(['products/triphala', 'services/abhyangam'])
})
