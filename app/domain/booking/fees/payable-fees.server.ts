import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { lockAppointment } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { describeFee, issueReceipt } from '#app/domain/booking/money/booking-receipts.server.ts'
import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Payable } from '#app/domain/payments/payable.ts'
import { withdrawCharges } from '#app/domain/payments/charge-card.server.ts'
import { readSubject, type Subject } from '#app/domain/payments/subject.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { owesFee } from './fee.ts'
import { findFee, findUnpaidFee } from './fees.server.ts'

type Deps = { database: Database; queue: Queue; mailDomain: string }

const toFeeKey = (paymentId: string) => `fee:${paymentId}`

/** The money of fees for late cancellations and missed visits; each is known by the id of its appointment. */
export const payableFees = (deps: Deps): Payable => ({
  isOver: async (db, id) => !(await findUnpaidFee(db, await findAppointment(db, id))),

  lock: (tx, id) => lockAppointment({ ...deps, tx }, id),

  async use(tx, payment, now) {
    const { id: paymentId, subject, paidCents: cents } = payment
    const appointment = await findOwing(tx, subject)
    if (!appointment) return 'canceled'
    const fee = await findFee(tx, appointment.id)
    // This payment has no receipt yet, so it is none of these.
    if (fee?.state === 'paid') return 'paid-twice'
    // Waived since its checkout was opened.
    if (payment.purpose === 'pay' && fee?.state !== 'declined') return 'canceled'
    if (cents !== payment.amountCents) return 'other-amount'
    await withdrawCharges(tx, subject, now)
    await issueReceipt(tx, paymentId, describeFee(appointment))
    const item = appointment.serviceId
    await post(tx, {
      key: toFeeKey(paymentId),
      subject,
      at: now,
      lines: [
        { account: 'receivable', cents },
        { account: 'cancellation-fees', cents: -cents, item },
      ],
    })
    const ids = { appointmentId: appointment.id, paymentId }
    const { email: recipient } = appointment
    if (recipient) await sendEmail({ ...deps, tx }, { kind: 'fee-paid', ids, recipient })
    return undefined
  },

  async noteDeclined(tx, { id: paymentId, subject }) {
    const appointment = await findOwing(tx, subject)
    if (!appointment) return false
    const ids = { appointmentId: appointment.id, paymentId }
    const { email: recipient } = appointment
    if (recipient) await sendEmail({ ...deps, tx }, { kind: 'fee-declined', ids, recipient })
    return true
  },

  /** What was paid follows from its refunds. */
  async release() {},

  async takeBack(tx, { id: refundId, amountCents: cents }, payment, now) {
    const { subject } = payment
    const kept = (await listPosted(tx, subject)).find(({ key }) => key === toFeeKey(payment.id))
    const line = kept?.lines.find(({ account }) => account === 'cancellation-fees')
    if (!line) return
    await post(tx, {
      key: `return:${refundId}`,
      subject,
      at: now,
      lines: [
        { ...line, cents },
        { account: 'receivable', cents: -cents },
      ],
    })
    const appointment = await findAppointment(tx, readSubject(subject).ref)
    if (!appointment?.email) return
    const ids = { appointmentId: appointment.id, refundId }
    await sendEmail({ ...deps, tx }, { kind: 'fee-refunded', ids, recipient: appointment.email })
  },

  /** A fee that nobody pays stays owed. */
  listOverdue: async () => [],
  async endUnpaid() {},
})

async function findOwing(tx: Tx, subject: Subject): Promise<Appointment | undefined> {
  const appointment = await findAppointment(tx, readSubject(subject).ref)
  return appointment && owesFee(appointment) ? appointment : undefined
}
