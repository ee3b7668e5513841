import type { Migration } from '#app/database/migrate.server.ts'

/** What was booked and paid before keeps the rates that are published now. */
export const bookingReceipts: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('appointments').addColumn('tax_rate', integer).execute()
  await tx.schema
    .createTable('booking_receipts')
    .addColumn('payment_id', text, (column) => column.primaryKey().notNull().references('payments.id'))
    .addColumn('starts_at', integer, (column) => column.notNull())
    .addColumn('days', integer, (column) => column.notNull())
    .addColumn('tax_rates', text, (column) => column.notNull())
    .execute()
  await keepRates(tx)
  await keepReceipts(tx)
}

type Tx = Parameters<Migration['up']>[0]

async function keepRates(tx: Tx) {
  await tx.updateTable('appointments').set({ tax_rate: 0 }).execute()
  for (const [serviceId, rate] of await readRates(tx))
    await tx.updateTable('appointments').set({ tax_rate: rate }).where('service_id', '=', serviceId).execute()
}

/** The services are delivered without sales tax, so only those that the clinic published have any. */
async function readRates(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('content_versions')
    .select(['record', 'changes'])
    .where('record', 'like', 'services/%')
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ record, changes }) => [record.slice('services/'.length), toRate(changes)]))
}

/** As the changes were when this was written. */
function toRate(changes: string) {
  try {
    const rate = (JSON.parse(changes) as Record<string, unknown>)['payment.taxRate']
    return Number.isSafeInteger(rate) ? (rate as number) : 0
  } catch {
    return 0
  }
}

async function keepReceipts(tx: Tx) {
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'subject'])
    .where('receipt_number', 'is not', null)
    .execute()
  for (const { id, subject } of payments) {
    const [kind, ref] = subject.split(':')
    if (!['appointment', 'plan', 'fee'].includes(kind)) continue
    const days = await tx
      .selectFrom('appointments')
      .select(['starts_at', 'tax_rate'])
      .where(kind === 'plan' ? 'plan_id' : 'id', '=', ref)
      .orderBy('plan_day')
      .execute()
    if (days.length === 0) continue
    const receipt = {
      payment_id: id,
      starts_at: Math.min(...days.map((day) => Number(day.starts_at))),
      days: days.length,
      tax_rates: kind === 'fee' ? '' : days.map((day) => day.tax_rate).join(' '),
    }
    await tx.insertInto('booking_receipts').values(receipt).execute()
  }
}
