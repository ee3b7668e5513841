import { findCard } from '#app/domain/gift-cards/gift-cards.server.ts'
import { describeSubject } from '#app/domain/payments/describe-subject.ts'
import { readSubject, type Subject } from '#app/domain/payments/subject.ts'
import type { Services } from '#app/services.server.ts'

const pathOf = {
  order: (number: string) => `/admin/orders/${number}`,
  fee: (appointmentId: string) => `/admin/appointments/${appointmentId}`,
  'gift-card': (id: string) => `/admin/gift-cards/${id}`,
  appointment: (id: string) => `/admin/appointments/${id}`,
  plan: (id: string) => `/admin/plans/${id}`,
}

/** What a payment is for, and where it is in the dashboard: nowhere if it is a gift card that was deleted unpaid. */
export async function findPaidFor(
  { database }: Pick<Services, 'database'>,
  subject: Subject,
): Promise<{ text: string; path?: string }> {
  const { kind, ref } = readSubject(subject)
  const text = describeSubject(subject)
  if (kind === 'gift-card' && !(await findCard(database.db, ref))) return { text }
  return { text, path: pathOf[kind](ref) }
}
