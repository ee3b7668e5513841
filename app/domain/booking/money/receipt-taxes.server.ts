import type { Db } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { findTaxRate, taxesWithin } from './service-tax.ts'
import { listPaidTogether } from './terms.server.ts'

/** The taxes within what was paid for an appointment, or for the plan that it is a day of. */
export async function listTaxesWithin(
  { db, content }: { db: Db; content: Lists },
  day: Pick<Appointment, 'id' | 'planId'>,
  cents: number,
) {
  const days = await listPaidTogether(db, day)
  return taxesWithin(
    cents,
    days.map((one) => findTaxRate(content, one)),
  )
}
