import { describeSubject } from '#app/domain/payments/describe-subject.ts'
import { readSubject, type Subject } from '#app/domain/payments/subject.ts'

const pathOf = {
  order: (number: string) => `/admin/orders/${number}`,
  fee: (appointmentId: string) => `/admin/appointments/${appointmentId}`,
  'gift-card': (id: string) => `/admin/gift-cards/${id}`,
  appointment: (id: string) => `/admin/appointments/${id}`,
  plan: (id: string) => `/admin/plans/${id}`,
}

/** What a payment is for, and where it is in the dashboard. */
export function toPaidFor(subject: Subject): { text: string; path: string } {
  const { kind, ref } = readSubject(subject)
  return { text: describeSubject(subject), path: pathOf[kind](ref) }
}
