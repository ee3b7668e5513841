import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'

/** How long a booking waits for what is to be done online: a payment, or a card. */
export const payWithinMs = 30 * 60_000

/**
 * What is paid online when something is booked, and what of it a late cancellation keeps. 'card': nothing is paid, and
 * `cancelFee` may be charged to the card that is kept, for a plan once for each of its days.
 */
export type Due = {
  kind: 'deposit' | 'full' | 'card'
  cents: number
  cancelFee: number
  /** Of a plan. */
  days?: number
}

/** The service, or the template of a plan. */
export type Booked = { serviceId: string; templateId?: string | undefined }

/** Undefined if nothing is due, or if the clinic takes no online payments. */
export function findDue(
  { content, payments }: Pick<BookingDeps, 'content' | 'payments'>,
  { serviceId, templateId }: Booked,
): Due | undefined {
  if (!payments) return undefined
  const template = content.list('plan-templates').find(({ id }) => id === templateId)
  const entry = templateId === undefined ? content.list('services').find(({ id }) => id === serviceId) : template
  if (!entry || entry.payment.payAhead === 'none') return undefined
  const { payAhead: kind, payAheadAmount: cents, cancelFee } = entry.payment
  return {
    kind,
    cents,
    cancelFee,
    ...(template && { days: template.steps.reduce((days, { times }) => days + times, 0) }),
  }
}

/** `state`: what it becomes once it is paid. */
export const toPayable = (state: 'requested' | 'confirmed', now: number) => ({
  payBy: now + payWithinMs,
  paidState: state,
})

/** What a booking keeps of it, whatever the clinic publishes later. */
export const toTerms = ({ kind, cents, cancelFee }: Due) => ({ ...(kind !== 'card' && { payCents: cents }), cancelFee })

/** Nothing is paid, and a card is kept. */
export const asksCard = ({ payCents, cancelFee }: { payCents: number | undefined; cancelFee: number }) =>
  payCents === undefined && cancelFee > 0

/** The field that carries what the patient was shown, so that nobody pays another amount unasked. */
export const shownDueField = 'toPay'
export const toShownDue = (due: Due | undefined) => (due ? `${due.kind} ${due.cents} ${due.cancelFee}` : '')

type WithPayBy = Pick<Appointment, 'state' | 'payBy'>

/** Its time is held until it is paid, or a card is kept. */
export const awaitsPayment = ({ state, payBy }: WithPayBy) => state === 'requested' && payBy !== undefined

/** There is still time to pay it, or to give a card. */
export const isPayable = (day: WithPayBy, now: number) => awaitsPayment(day) && day.payBy! > now

/** It ended by itself; one that somebody canceled has the state from before. */
export const endedUnpaid = ({ state, payBy, cancelledFrom }: WithPayBy & Pick<Appointment, 'cancelledFrom'>) =>
  state === 'cancelled' && payBy !== undefined && cancelledFrom === undefined
