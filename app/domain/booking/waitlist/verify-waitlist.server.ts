import { findActsOf } from '#app/domain/audit/entries.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { verifyOrder } from './verify-order.ts'

/** Whether everything that the list ever offered was offered in order, from the audit trail alone. */
export const verifyWaitlist = async ({ database, clinic }: Pick<BookingDeps, 'database' | 'clinic'>, now: number) =>
  verifyOrder(await findActsOf(database.db, 'waitlist'), clinic.facts(now).timeZone)
