import type { Selectable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import { findUnbalanced } from '#app/domain/ledger/ledger.server.ts'
import type { Account } from '#app/domain/ledger/ledger.ts'
import type { Press } from './refunds.ts'
import type { PaymentServer } from './visitors.ts'

type Row<Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]>> = Pick<
  Selectable<Tables[Table]>,
  Column
>

/** What the provider has. */
export type ProviderEvidence = {
  /** `reference`: the payment that it is for. */
  taken: { id: string; cents: number; refundedCents: number; reference: string }[]
  customers: { customer: string; isDeleted: boolean }[]
}

/** What the website has of it. */
export type SiteEvidence = {
  payments: Row<'payments', 'id' | 'subject' | 'purpose' | 'state' | 'providerId' | 'paidCents' | 'receiptNumber'>[]
  refunds: Row<'refunds', 'id' | 'paymentId' | 'reason' | 'amountCents' | 'state'>[]
  orders: (Row<'orders', 'number' | 'status' | 'totalCents' | 'paidWith' | 'giftCardId' | 'giftCardCents'> & {
    lines: Row<'orderLines', 'priceCents' | 'quantity' | 'taxCents'>[]
  })[]
  appointments: Row<
    'appointments',
    'id' | 'planId' | 'state' | 'payCents' | 'cancelFee' | 'paidWith' | 'cancelledLate' | 'taxRate'
  >[]
  plans: Row<'plans', 'id' | 'payCents' | 'cancelFee' | 'paidWith'>[]
  bookingReceipts: Row<'bookingReceipts', 'paymentId' | 'taxRates'>[]
  savedCards: Row<'savedCards', 'subject' | 'customer' | 'mostCents' | 'forgottenAt'>[]
  giftCards: Row<'giftCards', 'id' | 'state' | 'amountCents'>[]
  /** The sum of each subject, account and item. */
  ledger: { subject: string; account: Account; item: string | null; cents: number }[]
  unbalanced: string[]
  /** Payments of which an email with a receipt was accepted, once for each email. */
  receipts: string[]
}

/** `presses`: what staff pressed to refund. */
export type PaymentEvidence = ProviderEvidence & SiteEvidence & { presses: Press[] }

export const readProvider = ({ payments, sessions, customers }: PaymentServer): ProviderEvidence => ({
  taken: [...payments.values()].map(({ id, amount: cents, refunded: refundedCents, ...of }) => {
    const reference = of.reference ?? sessions.get(of.sessionId ?? '')?.reference ?? ''
    return { id, cents, refundedCents, reference }
  }),
  customers: [...customers].map(([customer, { isDeleted }]) => ({ customer, isDeleted })),
})

export async function readSite({ db }: Database): Promise<SiteEvidence> {
  const lines = await db.selectFrom('orderLines').selectAll().execute()
  const orders = await db.selectFrom('orders').selectAll().execute()
  return {
    payments: await db.selectFrom('payments').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    orders: orders.map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) })),
    appointments: await db.selectFrom('appointments').selectAll().execute(),
    plans: await db.selectFrom('plans').selectAll().execute(),
    bookingReceipts: await db.selectFrom('bookingReceipts').selectAll().execute(),
    savedCards: await db.selectFrom('savedCards').selectAll().execute(),
    giftCards: await db.selectFrom('giftCards').selectAll().execute(),
    ledger: await readLedger(db),
    unbalanced: await findUnbalanced(db),
    receipts: await readReceipts(db),
  }
}

async function readLedger(db: Db) {
  const rows = await db
    .selectFrom('ledgerLines')
    .innerJoin('ledgerTransactions', 'key', 'transactionKey')
    .groupBy(['subject', 'account', 'item'])
    .select(['subject', 'account', 'item', ({ fn }) => fn.sum<number>('cents').as('cents')])
    .execute()
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}

const withReceipt = ['order-paid', 'booking-payment', 'fee-paid', 'gift-card-paid'] as const

async function readReceipts(db: Db) {
  const emails = await db.selectFrom('emails').select('ids').where('kind', 'in', withReceipt).execute()
  // Of those about bookings, only one that is paid has a payment.
  return emails.flatMap(({ ids }) => (JSON.parse(ids) as { paymentId?: string }).paymentId ?? [])
}
