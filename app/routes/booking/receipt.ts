import { redirect } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { feeSubject } from '#app/domain/booking/fees/fee.ts'
import { toBookingSubject } from '#app/domain/booking/money/booking-ledger.server.ts'
import { findBooked, findBookedOfFee } from '#app/domain/booking/money/booking-receipts.server.ts'
import { taxesWithin } from '#app/domain/booking/money/service-tax.ts'
import { findReceiptFor } from '#app/domain/payments/payment-list.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { makeReceiptFile, receiptFileHeaders } from '#app/http/receipt-file.server.ts'
import { addressLine } from '#content/site.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import type { Route } from './+types/receipt.ts'

/** The receipt of a booking or its fee as a file, for whoever has the link to it; without one, back to the booking. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { database, clinic, content } = context.get(servicesContext)
  const { db } = database
  const found = await loadOr503(context, async () => {
    const appointment = await findAppointmentByLink(context, token)
    if (!appointment) return undefined
    const paid = await findReceiptFor(db, toBookingSubject(appointment))
    if (paid) {
      const booked = await findBooked({ db, content }, appointment, paid.paymentId)
      return { receipt: paid, booked, toAbout: bookingPayment.receiptFor }
    }
    const fee = await findReceiptFor(db, feeSubject(appointment.id))
    if (!fee) return undefined
    const booked = await findBookedOfFee(db, appointment, fee.paymentId)
    return { receipt: fee, booked, toAbout: bookingCard.receiptFor }
  })
  if (!found) return redirect(appointmentPath(token))
  const { receipt, booked, toAbout } = found
  const facts = clinic.facts(Date.now())
  const { name, timeZone } = facts
  const file = await makeReceiptFile({
    receipt,
    about: toAbout(bookingPayment.days(formatClinicMoment(booked.startsAt, timeZone), booked.days)),
    lines: taxesWithin(receipt.cents, booked.taxRates).map(({ rate, cents }) =>
      bookingPayment.tax(formatRate(rate), formatCents(cents)),
    ),
    clinic: { name, timeZone, address: addressLine(facts) },
  })
  return new Response(file, { headers: receiptFileHeaders })
}
