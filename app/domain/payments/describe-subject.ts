import { paidFor } from '#content/payments.ts'
import { readSubject, type Subject } from './subject.ts'

/** 'Order K7F-29Q'. */
export function describeSubject(subject: Subject): string {
  const { kind, ref } = readSubject(subject)
  return paidFor[kind](ref)
}
