import type { Db, Tx } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { numberReceipt } from '#app/domain/payments/payments.server.ts'
import { findTaxRate } from './service-tax.ts'
import { listPaidTogether } from './terms.server.ts'

/**
 * What a receipt says of what was booked. It names no service, since receipts are handed on. `startsAt`: of the first day.
 * `taxRates`: of each day, in the order of the plan; none for a fee.
 */
export type Booked = { startsAt: number; days: number; taxRates: readonly number[] }

/** Numbers a receipt and stores what it says, so that it stays so when days are moved or other rates are published. */
export async function issueReceipt(tx: Tx, paymentId: string, { taxRates, ...booked }: Booked) {
  await numberReceipt(tx, paymentId)
  await tx
    .insertInto('bookingReceipts')
    .values({ paymentId, ...booked, taxRates: taxRates.join(' ') })
    .execute()
}

/** What the receipt of a booking says. */
export const findBooked = async (
  { db, content }: { db: Db; content: Lists },
  day: Pick<Appointment, 'id' | 'planId'>,
  paymentId: string,
): Promise<Booked> =>
  (await findIssued(db, paymentId)) ??
  // The last release issued it, while this one took over.
  describeBooked(content, await listPaidTogether(db, day))

/** What the receipt of a fee says. */
export const findBookedOfFee = async (
  db: Db,
  appointment: Pick<Appointment, 'startsAt'>,
  paymentId: string,
): Promise<Booked> => (await findIssued(db, paymentId)) ?? describeFee(appointment)

export const describeBooked = (content: Lists, days: readonly Appointment[]): Booked => ({
  startsAt: Math.min(...days.map(({ startsAt }) => startsAt)),
  days: days.length,
  taxRates: days.map((day) => findTaxRate(content, day)),
})

export const describeFee = ({ startsAt }: Pick<Appointment, 'startsAt'>): Booked => ({
  startsAt,
  days: 1,
  taxRates: [],
})

async function findIssued(db: Db, paymentId: string): Promise<Booked | undefined> {
  const row = await db
    .selectFrom('bookingReceipts')
    .select(['startsAt', 'days', 'taxRates'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  return row && { ...row, taxRates: row.taxRates.split(' ').filter(Boolean).map(Number) }
}
