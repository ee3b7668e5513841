import type { Database } from '#app/database/connection.server.ts'
import { payableBookings } from '#app/domain/booking/money/payable-bookings.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Entry } from '#app/domain/content/content-record.ts'
import type { StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import { bookingDeps, bookingRules } from './booking.ts'
import { payingDeps } from './paying.ts'

export type Payment = Entry<'services'>['payment']

/** What booking needs at a clinic that takes a payment, or a card, for everything. `state` may change meanwhile. */
export function paidBookingDeps(database: Database, provider: StripeSettings, state: { payment: Payment }) {
  const list = ((name: 'services' | 'plan-templates') =>
    deliveredContent.list(name).map((entry) => ({ ...entry, payment: state.payment }))) as typeof deliveredContent.list
  const rules = { ...bookingRules, services: { ...bookingRules.services, panchakarma: { confirmedByClinic: true } } }
  const paying = payingDeps(database, provider)
  const booking = { ...bookingDeps(database, rules as never), content: { list }, payments: paying.payments }
  return { ...booking, payables: { ...paying.payables, ...payableBookings(booking) } }
}
