import type { Appointment } from '#app/domain/booking/appointment.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { findUnpaidFee } from '#app/domain/booking/fees/fees.server.ts'
import { findCheckoutOfFee, startPayingFee } from '#app/domain/booking/fees/pay-fee.server.ts'
import { findCheckoutOfBooking, startPayingBooking } from '#app/domain/booking/money/pay-booking.server.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { findBookedAppointment } from './booking-draft.server.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { leadToPaying, noteCheckout } from './pay-online.server.ts'

/** For the booking that this browser has just made: the page that leads on to its checkout, if there is to be one. */
export async function openIfToPay(request: Request, context: RequestContext): Promise<string | undefined> {
  const made = await findBookedAppointment(request, context)
  if (!made || !awaitsPayment(made.appointment)) return undefined
  noteCheckout(context, made.href, await start(context, made.appointment))
  return `${made.href}/pay`
}

/** Leads to the payment or the card of an appointment or its plan, or to the payment of its fee; `path`: of its page. */
export const payBooking = async (context: RequestContext, { day, path }: { day: Appointment; path: string }) =>
  leadToPaying(context, path, await start(context, day))

/** Where that is open already. */
export async function findCheckout(context: RequestContext, day: Appointment): Promise<string | undefined> {
  const { db } = context.get(servicesContext).database
  return (await findCheckoutOfBooking(db, day)) ?? findCheckoutOfFee(db, day.id)
}

async function start(context: RequestContext, day: Appointment) {
  const { database, payments, config } = context.get(servicesContext)
  if (!payments) return { ok: false, reason: 'over' } as const
  const input = { origin: config.publicOrigin, now: Date.now() }
  if (await findUnpaidFee(database.db, day))
    return startPayingFee({ database, payments }, { ...input, id: day.id, label: bookingCard.feeLabel })
  const labels = { pay: bookingPayment.label, card: bookingCard.label }
  return startPayingBooking({ database, payments }, { ...input, day, labels })
}
