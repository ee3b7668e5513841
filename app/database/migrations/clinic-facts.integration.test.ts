import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { openClinic } from '#app/domain/clinic/clinic-now.server.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('what the clinic saved about itself stays as it is', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-26-clinic-facts'))
  const rows: [string, string | null][] = [
    ['emails', '{"general":"desk@clinic.example","booking":"times@clinic.example"}'],
    ['notice', '{"text":"Back soon.","until":"2026-12-24"}'],
    ['hours', 'true'],
    ['phones', null],
    ['address', '{'],
    ['closures', null],
    ['product:triphala', '{"priceCents":1550}'],
  ]
  for (const [section, value] of rows)
    await sql`insert into clinic_overlays (section, value, revision) values (${section}, ${value}, 2)`.execute(
      database.db,
    )
  for (const [weekday, opens, closes] of [
    [1, '13:00', '17:30'],
    [1, '09:00', '12:00'],
    [6, '10:00', '14:00'],
  ] as const)
    await sql`insert into opening_hours (weekday, opens, closes) values (${weekday}, ${opens}, ${closes})`.execute(
      database.db,
    )

  await migrate(database, migrations)

  const content = await openContent(database, () => undefined)
  const facts = (await openClinic(database, content)).facts(Date.parse('2026-12-01T18:00:00Z'))
  expect(facts).toMatchObject({
    emails: { general: 'desk@clinic.example', booking: 'times@clinic.example' },
    notice: 'Back soon.',
    hours: {
      monday: [
        { opens: '09:00', closes: '12:00' },
        { opens: '13:00', closes: '17:30' },
      ],
      tuesday: [],
      saturday: [{ opens: '10:00', closes: '14:00' }],
    },
  })
  expect([facts.emails.standIn, facts.hours.standIn, facts.phone.standIn]).toEqual([undefined, undefined, true])
  const saved = await database.db
    .selectFrom('contentVersions')
    .select('record')
    .where('record', 'like', 'clinic/%')
    .orderBy('record')
    .execute()
  expect(saved.map(({ record }) => record)).toEqual(['clinic/emails', 'clinic/hours', 'clinic/notice'])
})
