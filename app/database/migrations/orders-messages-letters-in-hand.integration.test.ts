import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrationsBefore, newPlace } from '#tests/support/test-database.ts'
import { migrations } from './all.ts'

test('the migration preserves orders and messages in every state', async () => {
  const database = openDatabase(await newPlace())
  onTestFinished(() => database.close())
  await migrate(database, migrationsBefore('2026-11-20-jobs-by-kind'))
  const { db } = database
  for (const [id, status] of ['received', 'ready', 'completed', 'cancelled'].entries()) {
    const at = 1_000 + id
    await sql`insert into orders (id, number, cart_id, status, name, email, total_cents, placed_at)
      values (${`o${id}`}, ${`n${id}`}, ${`c${id}`}, ${status}, 'Maya', 'maya@example.com', 1200, ${at})`.execute(db)
    await sql`insert into order_lines (order_id, position, product_id, name, price_cents, quantity, supplement)
      values (${`o${id}`}, 0, 'herb', 'Herb', 1200, 1, 1)`.execute(db)
  }
  await sql`insert into messages (id, name, email, text, sent_at, read_at)
    values ('m1', 'Maya', 'maya@example.com', 'Hello', 1, null), ('m2', 'Rosa', 'r@example.com', 'Hi', 2, 3)`.execute(
    db,
  )

  await migrate(database, migrations)

  const statuses = await db.selectFrom('orders').select('status').orderBy('placedAt').execute()
  expect(statuses.map(({ status }) => status)).toEqual(['new', 'ready', 'completed', 'cancelled'])
  expect(await db.selectFrom('orderLines').selectAll().execute()).toHaveLength(4)
  expect(await db.selectFrom('messages').select('handledAt').orderBy('id').execute()).toEqual([
    { handledAt: null },
    { handledAt: 3 },
  ])
  const change = (status: string) =>
    db
      .updateTable('orders')
      .set({ status: status as 'new' })
      .where('id', '=', 'o0')
      .execute()
  await change('confirmed')
  await expect(change('received')).rejects.toThrow(/check/i)
  await db.deleteFrom('orders').where('id', '=', 'o1').execute()
  expect(await db.selectFrom('orderLines').selectAll().execute()).toHaveLength(3)
})
