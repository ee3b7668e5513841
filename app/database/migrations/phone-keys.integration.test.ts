import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('phones of existing appointments are compared like new ones', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-23-phone-keys'))
  const { db } = database
  const phones = [
    '(205) 555-0142',
    '2055550142 x12',
    '+1 205 555 0142',
    '011 44 20 7946 0100',
    '555-0142',
    '555 0142/55',
    '',
  ]
  const many = Array.from({ length: 1_200 }, (_, index) => phones[index % phones.length] ?? '')
  for (const [index, phone] of many.entries()) {
    const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
    await sql`insert into appointments (id, service_id, state, starts_at, ends_at, person, name, email, phone,
      phone_digits, health_kept, booked_at, revision, link_version) values (${`a${index}`}, 'general', 'confirmed',
      ${index}, ${index + 1}, 'person:clinic', 'Maya', '', ${phone}, ${digits}, 0, 1, 0, 1)`.execute(db)
  }

  await migrate(database, migrations)

  const rows = await db.selectFrom('appointments').select(['phone', 'phoneDigits']).execute()
  expect(rows).toHaveLength(many.length)
  for (const { phone, phoneDigits: key } of rows) expect([phone, key]).toEqual([phone, phoneKey(phone)])
  expect(rows.find(({ phone }) => phone.endsWith('x12'))?.phoneDigits).toBe('2055550142')
})
