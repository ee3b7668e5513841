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

type Accepted = Pick<Offer, 'appointmentId'>

/** The appointment of an offer that was accepted. */
export const findAccepted = async (context: RequestContext, { appointmentId }: Accepted) =>
  appointmentId === undefined ? undefined : findAppointment(context.get(servicesContext).database.db, appointmentId)

/** Whether it is to be paid, or to be given a card. */
export const isToPay = (context: RequestContext, appointment: Appointment) =>
  context.get(servicesContext).payments !== undefined && awaitsPayment(appointment)

export async function findToPay(context: RequestContext, accepted: Accepted) {
  const appointment = await findAccepted(context, accepted)
  return appointment && isToPay(context, appointment) ? appointment : undefined
}
