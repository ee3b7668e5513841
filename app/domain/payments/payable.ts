import type { Db, Tx } from '#app/database/tables.ts'
import type { Payment, Refund, RefundReason } from './payment.ts'
import { type PayableKind, readSubject, type Subject } from './subject.ts'

/** What a domain does with the money of what it sells. All that take a `Tx` run in the transaction of the payment. */
export type Payable = {
  /** Whether it may not be paid (any more), so that its checkout is ended. */
  isOver(db: Db, ref: string, now: number): Promise<boolean>
  /** Before its payments, so that two changes do not deadlock. */
  lock(tx: Tx, ref: string): Promise<unknown>
  /** Uses money that arrived, or says why it has to go back. */
  use(tx: Tx, payment: PaidPayment, now: number): Promise<RefundReason | undefined>
  /** At most so much can go back; all of it if undefined. The caller has locked what it paid for. */
  refundable?(db: Db, payment: Payment): Promise<number | undefined>
  /** All of a payment was asked back by staff. */
  release(tx: Tx, payment: Payment): Promise<void>
  /** Money went back: posts what it was taken off, and tells the customer. */
  takeBack(tx: Tx, refund: Refund, payment: Payment, now: number): Promise<void>
  /** What was not paid in time. */
  listOverdue(db: Db, now: number): Promise<string[]>
  /** Ends it, if that is still so. */
  endUnpaid(tx: Tx, ref: string, now: number): Promise<void>
  /** Uses a card that was saved for it; false if it is not wanted any more. */
  keepCard?(tx: Tx, payment: Payment, now: number): Promise<boolean>
  /** The charge of a saved card was declined; false if it is not wanted any more. */
  noteDeclined?(tx: Tx, payment: Payment, now: number): Promise<boolean>
}

export type PaidPayment = Payment & { paidCents: number }

export type Payables = Readonly<Record<PayableKind, Payable>>

export function findPayable(payables: Payables, subject: Subject): { payable: Payable; ref: string } {
  const { kind, ref } = readSubject(subject)
  return { payable: payables[kind], ref }
}
