import { type Account, shareOut } from '#app/domain/ledger/ledger.ts'
import type { PaymentEvidence } from './evidence.ts'

/** What has to be in each account of the ledger, and at the provider, by the state of what was paid for. */
export type Due = Partial<Record<Account, number>>

/** By subject. What has no state any more, or never had one, has nothing anywhere. */
export const findDue = (evidence: PaymentEvidence) =>
  new Map<string, Due>([
    ...evidence.orders.map((order) => [`order:${order.number}`, dueOfOrder(order)] as const),
    ...evidence.appointments.map((day) => [`appointment:${day.id}`, dueOfAppointment(day)] as const),
    ...evidence.plans.map((plan) => [`plan:${plan.id}`, dueOfPlan(plan, evidence)] as const),
    ...evidence.appointments.map((day) => [`fee:${day.id}`, dueOfFee(day, evidence)] as const),
    ...evidence.giftCards.map((card) => [`gift-card:${card.id}`, dueOfGiftCard(card)] as const),
  ])

/** One that is not canceled has what its gift card paid, and the rest once it is paid, at the latest at pick-up. */
function dueOfOrder({ status, paidWith, totalCents, giftCardCents, lines }: PaymentEvidence['orders'][number]): Due {
  if (status === 'cancelled') return {}
  const byCard = giftCardCents ?? 0
  const provider = paidWith === null ? 0 : totalCents - byCard
  const desk = paidWith === null && status === 'completed' ? totalCents - byCard : 0
  const sold = lines.flatMap(({ priceCents, quantity, taxCents }) => [priceCents * quantity, taxCents ?? 0])
  const shares = shareOut(sold, byCard + provider + desk)
  const sum = (isTax: boolean) =>
    shares.reduce((total, share, index) => ((index % 2 === 1) === isTax ? total - share : total), 0)
  return { provider, desk, 'gift-cards': byCard, 'product-sales': sum(false), 'sales-tax': sum(true) }
}

/** Held until the visit has been; a late cancellation or a missed visit keeps the fee. */
function dueOfAppointment(day: PaymentEvidence['appointments'][number]): Due {
  const { state, payCents, paidWith, cancelledLate } = day
  if (payCents === null || paidWith === null) return {}
  const fee = Math.min(day.cancelFee ?? 0, payCents)
  if (state === 'declined') return {}
  if (state === 'cancelled') return cancelledLate ? { provider: fee, 'cancellation-fees': -fee } : {}
  if (state === 'no-show') return { provider: payCents, 'cancellation-fees': -fee, prepaid: fee - payCents }
  if (state === 'completed') return { provider: payCents, 'service-sales': -payCents }
  return { provider: payCents, prepaid: -payCents }
}

/** Held while one of its days is ahead. */
function dueOfPlan(
  { id, payCents, paidWith }: PaymentEvidence['plans'][number],
  { appointments }: PaymentEvidence,
): Due {
  const isOn = appointments.some(({ planId, state }) => planId === id && state !== 'cancelled' && state !== 'declined')
  return isOn && payCents !== null && paidWith !== null ? { provider: payCents, prepaid: -payCents } : {}
}

/**
 * Charged to the card that is kept, unless the bank declined it and it was not paid online since. A card that was
 * forgotten owes nothing but what was charged before.
 */
function dueOfFee(day: PaymentEvidence['appointments'][number], { savedCards, payments }: PaymentEvidence): Due {
  const isOwed = day.state === 'no-show' || (day.state === 'cancelled' && day.cancelledLate === 1)
  const states = payments.filter(({ subject }) => subject === `fee:${day.id}`).map(({ state }) => state)
  const card = savedCards.find(
    ({ subject, forgottenAt }) =>
      subject === `appointment:${day.id}` && (forgottenAt === null || states.includes('paid')),
  )
  if (!isOwed || !card || states.includes('declined')) return {}
  return { provider: card.mostCents, 'cancellation-fees': -card.mostCents }
}

const dueOfGiftCard = ({ state, amountCents }: PaymentEvidence['giftCards'][number]): Due =>
  state === 'unpaid' ? {} : { provider: amountCents, 'gift-cards': -amountCents }
