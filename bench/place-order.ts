import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { openClinic } from '#app/domain/clinic/clinic-now.server.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { type Figure, type Outcome, ofReference } from './figure.ts'
import type { Deps } from './deps.ts'
import { bareRowsOnPostgres, bareRowsOnSqlite, createOrderRows, type WriteRows } from './place-order-rows.ts'

/** The domain function against the same rows written by prepared statements, each order a transaction on the disk. */
export async function placeOrders({ quick, newPostgres }: Deps): Promise<Outcome> {
  const size = quick ? { rounds: 3, orders: 100 } : { rounds: 7, orders: 400 }
  const sqlite = await onSqlite(size)
  const postgres = await onPostgres(size, newPostgres)
  return { figures: [sqlite.figure, postgres.figure], details: { sqlite: sqlite.rounds, postgres: postgres.rounds } }
}

type Size = { rounds: number; orders: number }

async function onSqlite(size: Size) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-bench-'))
  try {
    const [ours, theirs] = [join(folder, 'ours.db'), join(folder, 'theirs.db')]
    await (await migrated({ file: theirs })).close()
    return await compared('SQLite', size, { file: ours }, bareRowsOnSqlite(theirs))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onPostgres(size: Size, newPostgres: Deps['newPostgres']) {
  const [ours, theirs] = [await newPostgres(), await newPostgres()]
  await (await migrated({ url: theirs })).close()
  return compared('PostgreSQL', size, { url: ours }, await bareRowsOnPostgres(theirs))
}

async function compared(
  name: string,
  size: Size,
  location: DatabaseLocation,
  bare: WriteRows,
): Promise<{ figure: Figure; rounds: Round[] }> {
  const database = await migrated(location)
  try {
    const results = await inTurn(database, bare, size)
    await mustHoldTheSame(database, bare)
    const figure = ofReference(0.5, {
      name: `placeOrder on ${name}, one after the other, per second`,
      rounds: results.map(({ ours, theirs }) => ({ measured: ours, reference: theirs })),
      unit: 'orders',
      comparedWith: 'prepared statements of the same rows, one transaction each',
    })
    return { figure, rounds: results }
  } finally {
    await database.close()
    await bare.close()
  }
}

type Round = { ours: number; theirs: number }

/** Runs both sides alternately, so that noise on the machine affects both. The first round is a warm-up. */
async function inTurn(database: Database, bare: WriteRows, { rounds, orders }: Size) {
  const results: Round[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await ordersPerSecond(database, orders)
    const theirs = await rowsPerSecond(bare, orders)
    if (round > 0) results.push({ ours, theirs })
  }
  return results
}

export async function ordersPerSecond(database: Database, orders: number) {
  const deps = {
    database,
    queue: createQueue(database),
    clinic: await openClinic(database, { ...deliveredContent, version: () => 0 }),
    content: deliveredContent,
    pages: { purge: async () => {} },
    mailDomain: 'clinic.example',
  }
  const carts = Array.from({ length: orders }, () => ({
    ...exampleOrder,
    cartId: randomUUID(),
    now: Date.now(),
  }))
  return perSecond(orders, async () => {
    for (const cart of carts) {
      const placed = await placeOrder(deps, cart)
      if (!placed.ok || !placed.isNew) throw new Error('an order was not placed')
    }
  })
}

/** The rows are created in advance, so only writing them is measured. */
async function rowsPerSecond(bare: WriteRows, orders: number) {
  const allRows = createOrderRows(orders, exampleOrder)
  return perSecond(orders, async () => {
    for (const rows of allRows) await bare.write(rows)
  })
}

async function perSecond(orders: number, work: () => Promise<void>) {
  const startedAt = performance.now()
  await work()
  return orders / ((performance.now() - startedAt) / 1000)
}

const exampleOrder = {
  lines: [
    { productId: 'triphala', name: 'Triphala powder/Tab/Cap', priceCents: 1200, quantity: 2, supplement: true },
    { productId: 'ayur-skin-care', name: 'Ayur Skin Care', priceCents: 1500, quantity: 1, supplement: false },
  ],
  contact: { name: 'Maya Thomas', email: 'maya.thomas@example.com', phone: '(205) 555-0100', note: 'Tablets, please.' },
  sender: undefined,
}

export async function migrated(location: DatabaseLocation) {
  const database = openDatabase(location)
  await migrate(database, migrations)
  return database
}

/** Tables as the database and as our code name them. */
const sameRows = [
  ['orders', 'orders'],
  ['order_lines', 'orderLines'],
  ['emails', 'emails'],
  ['jobs', 'jobs'],
] as const

/** Checks that the reference writes as many rows as the site. */
async function mustHoldTheSame({ db }: Database, bare: WriteRows) {
  for (const [table, ours] of sameRows) {
    const { count } = await db.selectFrom(ours).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()
    if (Number(count) !== (await bare.count(table))) throw new Error(`not the same number of ${table}`)
  }
}
