import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Subject } from '#app/domain/payments/subject.ts'

/** Of a late cancellation, or a visit that was missed. */
export const feeSubject = (appointmentId: string): Subject => `fee:${appointmentId}`

/** By the rule that its patient agreed to when the card was saved. */
export const owesFee = ({ state, cancelledLate }: Pick<Appointment, 'state' | 'cancelledLate'>) =>
  state === 'no-show' || (state === 'cancelled' && cancelledLate)

/** `paymentId`: of the charge, or of what was paid online instead. */
export type Fee = { paymentId: string; amountCents: number } & (
  | { state: 'due'; chargeAt: number; isTried: boolean }
  | { state: 'declined'; isByBank: boolean; failure: string | undefined }
  | { state: 'refunded' }
  | { state: 'paid'; receiptNumber: number }
)
