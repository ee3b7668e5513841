import type { Appointment } from '#app/domain/booking/appointment.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { startPayingBooking } from '#app/domain/booking/money/pay-booking.server.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { findBookedAppointment } from './booking-draft.server.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { leadToPaying, noteCheckout } from './pay-online.server.ts'

/** For the booking that this browser has just made: the page that leads on to its checkout, if it is to be paid. */
export async function openIfToPay(request: Request, context: RequestContext): Promise<string | undefined> {
  const made = await findBookedAppointment(request, context)
  if (!made || !awaitsPayment(made.appointment)) return undefined
  noteCheckout(context, made.href, await start(context, made.appointment))
  return `${made.href}/pay`
}

/** Leads to the payment of an appointment, or of the plan that it is a day of; `path`: of its page. */
export const payBooking = async (context: RequestContext, { day, path }: { day: Day; path: string }) =>
  leadToPaying(context, path, await start(context, day))

type Day = Pick<Appointment, 'id' | 'planId'>

async function start(context: RequestContext, day: Day) {
  const { database, payments, config } = context.get(servicesContext)
  if (!payments) return { ok: false, reason: 'over' } as const
  const input = { day, origin: config.publicOrigin, label: bookingPayment.label, now: Date.now() }
  return startPayingBooking({ database, payments }, input)
}
