import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { findOffer, type Offer } from '#app/domain/booking/waitlist/offers.server.ts'
import { offerPurpose } from '#app/domain/booking/waitlist/waitlist-link.ts'
import { type RequestContext, servicesContext } from './context.ts'

export const offerPath = (token: string) => `/offers/${token}`

export async function findOfferByLink(context: RequestContext, token: string) {
  const { signer, database } = context.get(servicesContext)
  const id = signer.verifyLink(offerPurpose, token)
  return id === undefined ? undefined : findOffer(database.db, id)
}

/** The appointment of an offer that was accepted and is to be paid, or to be given a card. */
export async function findToPay(
  context: RequestContext,
  { appointmentId }: Pick<Offer, 'appointmentId'>,
): Promise<Appointment | undefined> {
  const { database, payments } = context.get(servicesContext)
  if (!payments || appointmentId === undefined) return undefined
  const appointment = await findAppointment(database.db, appointmentId)
  return appointment && awaitsPayment(appointment) ? appointment : undefined
}
