import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { OrderContact } from '#app/domain/orders/order-form.server.ts'
import { type OrderedLine, totalCentsOf } from '#app/domain/orders/order.ts'

type Value = string | number | null
/** The values of one order's rows, by table. */
export type OrderRows = { orders: Value[]; order_lines: Value[][]; emails: Value[][]; jobs: Value[][] }

export type WriteRows = {
  /** Writes all rows of one order in one transaction; resolves once they are on the disk. */
  write(rows: OrderRows): void | Promise<void>
  count(table: keyof OrderRows): number | Promise<number>
  close(): void | Promise<void>
}

const columns = {
  orders: 'id, number, cart_id, status, name, email, phone, note, total_cents, placed_at',
  order_lines: 'order_id, position, product_id, name, price_cents, quantity, supplement',
  emails: 'id, kind, ids, recipient, message_id, state, created_at',
  jobs: 'id, kind, payload, state, run_at, attempts, leased_until, unique_key, created_at',
}

/** The same rows as placeOrder writes. */
export function createOrderRows(howMany: number, order: { lines: OrderedLine[]; contact: OrderContact }): OrderRows[] {
  return Array.from({ length: howMany }, () => toRows(order))
}

function toRows({ lines, contact }: { lines: OrderedLine[]; contact: OrderContact }): OrderRows {
  const id = randomUUID()
  const now = Date.now()
  const { name, email, phone = null, note = null } = contact
  const emailIds = [randomUUID(), randomUUID()]
  return {
    orders: [id, id.slice(0, 13), randomUUID(), 'new', name, email, phone, note, totalCentsOf(lines), now],
    order_lines: lines.map((line, position) => [
      id,
      position,
      line.productId,
      line.name,
      line.priceCents,
      line.quantity,
      line.supplement ? 1 : 0,
    ]),
    emails: emailIds.map((emailId, index) => [
      emailId,
      index === 0 ? 'order-notice' : 'order-confirmation',
      JSON.stringify({ orderId: id }),
      email,
      `<${emailId}@clinic.example>`,
      'waiting',
      now,
    ]),
    jobs: emailIds.map((emailId) => [
      emailId,
      'send-email',
      JSON.stringify({ emailId }),
      'waiting',
      now,
      0,
      0,
      null,
      now,
    ]),
  }
}

/** With the settings under which our database is opened. */
export function bareRowsOnSqlite(file: string): WriteRows {
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on',
  )
  const insert = (table: keyof OrderRows) => database.prepare(insertInto(table, () => '?'))
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  const [order, line, email, job] = [insert('orders'), insert('order_lines'), insert('emails'), insert('jobs')]
  return {
    write(rows) {
      begin.run()
      order.run(...rows.orders)
      for (const values of rows.order_lines) line.run(...values)
      for (const values of rows.emails) email.run(...values)
      for (const values of rows.jobs) job.run(...values)
      commit.run()
    },
    count: (table) => Number(database.prepare(`select count(*) as count from ${table}`).get()?.count),
    close: () => database.close(),
  }
}

export async function bareRowsOnPostgres(url: string): Promise<WriteRows> {
  const client = new pg.Client(url)
  await client.connect()
  // With a name, the server prepares the statement only once.
  const insert = (table: keyof OrderRows, values: Value[]) =>
    client.query({ name: table, text: insertInto(table, (index) => `$${index + 1}`), values })
  return {
    async write(rows) {
      await client.query('begin')
      await insert('orders', rows.orders)
      for (const values of rows.order_lines) await insert('order_lines', values)
      for (const values of rows.emails) await insert('emails', values)
      for (const values of rows.jobs) await insert('jobs', values)
      await client.query('commit')
    },
    async count(table) {
      const { rows } = await client.query(`select count(*)::int as count from ${table}`)
      return rows[0].count
    },
    close: () => client.end(),
  }
}

const insertInto = (table: keyof OrderRows, mark: (index: number) => string) =>
  `insert into ${table} (${columns[table]}) values (${columns[table]
    .split(',')
    .map((_, index) => mark(index))
    .join(', ')})`
