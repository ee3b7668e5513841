import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('what was booked and paid before keeps the rates of now', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-28-booking-receipts'))
  const { db } = database
  const publish = (record: string, version: number, changes: string) =>
    sql`insert into content_versions (record, version, changes, at, who) values (${record}, ${version}, ${changes},
      0, 'a')`.execute(db)
  await publish('services/abhyangam', 1, '{"payment.taxRate":10000}')
  await publish('services/abhyangam', 2, '{"payment.taxRate":4000,"title":"Abhyanga"}')
  await publish('services/allergies', 1, '{"title":"Allergies"}')
  const put = (
    id: string,
    serviceId: string,
    startsAt: number,
    plan: string | null = null,
    day: number | null = null,
  ) =>
    sql`insert into appointments (id, service_id, state, starts_at, ends_at, person, name, email, phone,
      phone_digits, health_kept, booked_at, revision, link_version, plan_id, plan_day) values (${id}, ${serviceId},
      'confirmed', ${startsAt}, ${startsAt + 1}, 'person:clinic', 'Maya', '', '', '', 0, 1, 0, 1, ${plan},
      ${day})`.execute(db)
  await sql`insert into plans (id, template_id, title, booked_at) values ('plan', 'course', 'Course', 1)`.execute(db)
  await put('one', 'abhyangam', 5_000)
  await put('other', 'general', 6_000)
  await put('day-1', 'allergies', 9_000, 'plan', 1)
  await put('day-2', 'abhyangam', 8_000, 'plan', 2)
  const pay = (subject: string, receipt: number | null) =>
    sql`insert into payments (id, subject, amount_cents, state, return_url, started_at, expires_at, asked_at,
      receipt_number) values (${`of ${subject}`}, ${subject}, 100, 'paid', '', 0, 0, 0, ${receipt})`.execute(db)
  await pay('appointment:one', 1)
  await pay('appointment:other', null)
  await pay('plan:plan', 2)
  await pay('fee:other', 3)
  await pay('order:K7F-29Q', 4)

  await migrate(database, migrations)

  const rates = await db.selectFrom('appointments').select(['id', 'taxRate']).orderBy('id').execute()
  expect(Object.fromEntries(rates.map(({ id, taxRate }) => [id, taxRate]))).toEqual({
    ...{ one: 4_000, other: 0, 'day-1': 0, 'day-2': 4_000 },
  })
  const content = await openContent(database, () => undefined)
  expect(content.template('services/abhyangam')).toMatchObject({ payment: { taxRate: 4_000 } })
  expect(await db.selectFrom('bookingReceipts').selectAll().orderBy('paymentId').execute()).toEqual([
    { paymentId: 'of appointment:one', startsAt: 5_000, days: 1, taxRates: '4000' },
    { paymentId: 'of fee:other', startsAt: 6_000, days: 1, taxRates: '' },
    { paymentId: 'of plan:plan', startsAt: 8_000, days: 2, taxRates: '0 4000' },
  ])
})
