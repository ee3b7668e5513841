import { type Account, shareOut } from '#app/domain/ledger/ledger.ts'
import type { PaymentEvidence } from './evidence.ts'

/** What has to be in each account of the ledger, and at the provider, by the state of what was paid for. */
export type Due = Partial<Record<Account, number>>

/** By subject. What has no state any more, or never had one, has nothing anywhere. */
export const findDue = (evidence: PaymentEvidence) =>
  new Map<string, Due>([
    ...evidence.orders.map((order) => [`order:${order.number}`, dueOfOrder(order, evidence)] as const),
    ...evidence.appointments.map((day) => [`appointment:${day.id}`, dueOfAppointment(day, evidence)] as const),
    ...evidence.plans.map((plan) => [`plan:${plan.id}`, dueOfPlan(plan, evidence)] as const),
    ...evidence.appointments.map((day) => [`fee:${day.id}`, dueOfFee(day, evidence)] as const),
    ...evidence.giftCards.map((card) => [`gift-card:${card.id}`, dueOfGiftCard(card, evidence)] as const),
  ])

/**
 * One that is not canceled has what its gift card paid, and the rest once it is paid, at the latest at pick-up. What staff
 * refunded is taken off in the proportions in which it was sold.
 */
function dueOfOrder(order: PaymentEvidence['orders'][number], evidence: PaymentEvidence): Due {
  const { status, paidWith, totalCents, giftCardCents, lines } = order
  if (status === 'cancelled') return {}
  const byCard = giftCardCents ?? 0
  const online = paidWith === null ? 0 : totalCents - byCard
  const desk = paidWith === null && status === 'completed' ? totalCents - byCard : 0
  const back = sumStaffRefunds(paidWith, evidence)
  const sold = lines.flatMap(({ priceCents, quantity, taxCents }) => [priceCents * quantity, taxCents ?? 0])
  const returned = shareOut(shareOut(sold, online, byCard), back)
  const shares = shareOut(sold, byCard + online + desk).map((share, index) => returned[index]! - share)
  const ofTax = shares.filter((_, index) => index % 2 === 1)
  return {
    ...{ provider: online - back, desk, 'gift-cards': byCard },
    ...{ 'product-sales': sum(shares) - sum(ofTax), 'sales-tax': sum(ofTax) },
  }
}

/** Held until the visit has been; a late cancellation or a missed visit keeps the fee. */
function dueOfAppointment(day: PaymentEvidence['appointments'][number], evidence: PaymentEvidence): Due {
  const { state, payCents, paidWith, taxRate } = day
  if (payCents === null || paidWith === null) return {}
  return dueOfBooking(paidWith, evidence, {
    ...{ paid: payCents, taxRate, isAhead: isAhead(day) || state === 'completed' || state === 'no-show' },
    sales: state === 'completed' ? payCents : 0,
    fees: state === 'no-show' || isLate(day) ? Math.min(day.cancelFee ?? 0, payCents) : 0,
  })
}

/**
 * Its days share it. One that has been or was missed is earned, a late cancellation keeps the fee of it, and the rest of a
 * canceled day stays for the one that takes its place, as long as one is ahead. (In torture the last one is never recorded.)
 */
function dueOfPlan(plan: PaymentEvidence['plans'][number], evidence: PaymentEvidence): Due {
  const { id, payCents, cancelFee, paidWith } = plan
  const days = evidence.appointments.filter(({ planId }) => planId === id)
  const [first] = days
  if (payCents === null || paidWith === null || !first) return {}
  const share = payCents / days.length
  return dueOfBooking(paidWith, evidence, {
    ...{ paid: payCents, taxRate: first.taxRate, isAhead: days.some(isAhead) },
    sales: share * days.filter(isGiven).length,
    fees: Math.min(cancelFee ?? 0, share) * days.filter(isLate).length,
  })
}

type Day = Pick<PaymentEvidence['appointments'][number], 'state' | 'cancelledLate'>

/** A missed day of a plan counts as one that has been. */
export const isGiven = ({ state }: Day) => state === 'completed' || state === 'no-show'
const isLate = ({ state, cancelledLate }: Day) => state === 'cancelled' && cancelledLate === 1
const isAhead = (day: Day) => !isGiven(day) && day.state !== 'cancelled' && day.state !== 'declined'

type Booked = { paid: number; taxRate: number | null; isAhead: boolean; sales: number; fees: number }

/** A refund by staff takes what is held first, then what was earned, and fees at last. */
function dueOfBooking(
  paidWith: string,
  evidence: PaymentEvidence,
  { paid, sales, fees, isAhead, ...rest }: Booked,
): Due {
  const { before, after } = splitStaffRefunds(paidWith, evidence)
  const left = Math.min(paid - before, isAhead ? paid : sales + fees) - after
  const kept = Math.min(fees, left)
  const earned = Math.min(sales, left - kept)
  const rate = rest.taxRate ?? 0
  const tax = Math.round((earned * rate) / (100_000 + rate))
  return {
    ...{ provider: left, prepaid: kept + earned - left, 'cancellation-fees': -kept },
    ...{ 'service-sales': tax - earned, 'sales-tax': -tax },
  }
}

/** What staff refunded before a cancellation sent something back, and after it, when their page showed that. */
function splitStaffRefunds(paymentId: string, evidence: PaymentEvidence) {
  const refunds = listStaffRefunds(paymentId, evidence)
    .map(({ id, amountCents }) => ({
      cents: amountCents,
      seen: evidence.presses.find(({ key }) => key === id)?.seenCents,
    }))
    .toSorted((one, other) => (one.seen ?? 0) - (other.seen ?? 0))
  let before = 0
  for (const { cents, seen } of refunds) if (seen === before) before += cents
  return { before, after: sumStaffRefunds(paymentId, evidence) - before }
}

const listStaffRefunds = (payment: string | null | undefined, { refunds }: PaymentEvidence) =>
  refunds.filter(({ paymentId, reason, state }) => paymentId === payment && reason === 'staff' && state !== 'failed')

const sumStaffRefunds = (payment: string | null | undefined, evidence: PaymentEvidence) =>
  sum(listStaffRefunds(payment, evidence).map(({ amountCents }) => amountCents))

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

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

function dueOfGiftCard(
  { id, state, amountCents }: PaymentEvidence['giftCards'][number],
  evidence: PaymentEvidence,
): Due {
  if (state === 'unpaid') return {}
  const left = amountCents - sumGiftCardRefunds(id, evidence)
  return { provider: left, 'gift-cards': -left }
}

/** What of a gift card staff refunded. */
export function sumGiftCardRefunds(id: string, evidence: PaymentEvidence): number {
  const sale = evidence.payments.find(({ subject, receiptNumber }) => subject === `gift-card:${id}` && receiptNumber)
  return sumStaffRefunds(sale?.id, evidence)
}
