import { until } from '#tests/support/timing.ts'
import type { Suite } from '../suite.ts'
import { comparePayments } from './compare.ts'
import { orderAndPay } from './customers.ts'
import { readProvider, readSite, type PaymentEvidence } from './evidence.ts'
import { buyAndUse } from './gift-cards.ts'
import { bookAndPay, bookAndPayPlan, bookWithCard } from './patients.ts'
import { isGiven } from './due.ts'
import { openStaff } from './staff.ts'
import { endLeases, isDrained, passMinutes, passTimeToPay } from './time.ts'
import { actConcurrently, type Deps } from './visitors.ts'

/**
 * Customers order, book and buy gift cards, and pay for it online, late or not at all; they and staff cancel, staff refund, and
 * the provider loses answers and events.
 */
export const payments: Suite = {
  name: 'payments',
  takesPayments: true,
  // Long enough for a fault to strike at any step of paying.
  withinMs: () => 1_500,
  async begin(world) {
    const { chance, clock, seen, servers, paymentServer: server, withDatabase } = world
    if (!server) throw new Error('there is no payment provider')
    const staff = await openStaff(world)
    const site = {
      get url() {
        return chance.oneOf(servers.urls)
      },
    }
    // A tenth of the answers are lost, and a tenth are errors.
    const faults = ['drop', 500, 429] as const
    server.state.fault = () => (chance.next() < 0.2 ? chance.oneOf(faults) : undefined)
    const deps: Deps = { site, server, staff, chance, seen }
    const visitors = [
      orderAndPay,
      buyAndUse,
      bookAndPay,
      bookAndPay,
      bookAndPayPlan,
      bookWithCard,
      bookWithCard,
      bookWithCard,
    ]
    const timer = setInterval(() => {
      void withDatabase(chance.next() < 0.05 ? passTimeToPay : passMinutes).catch(() => {})
    }, 1_000)
    let isStopped = false
    let acting: Promise<unknown> | undefined
    return {
      // They go on from round to round, so that a fault strikes at any step.
      act({ isOver }) {
        const enough = server.payments.size + fewestPayments
        acting ??= actConcurrently(
          deps,
          visitors.map((act) => () => act(deps)),
          () => isStopped,
        )
        return Promise.race([acting, until(async () => isOver() && server.payments.size >= enough, roundTimeoutMs)])
      },
      ...(servers.count === 1 && { beforeRestart: () => withDatabase(endLeases) }),
      async isDrained() {
        isStopped = true
        await acting
        return withDatabase((database) => isDrained(database, clock.now()))
      },
      async judge() {
        const evidence = { ...(await withDatabase(readSite)), ...readProvider(server), presses: staff.presses }
        return {
          answered: evidence.taken.length,
          stored: evidence.payments.filter(({ state }) => state === 'paid').length,
          counts: countAll(evidence),
          violations: comparePayments(evidence),
        }
      },
      end: () => clearInterval(timer),
    }
  },
}

/** In each round. */
const fewestPayments = 3

/** Long, for busy machines. */
const roundTimeoutMs = 5 * 60_000

const countAll = (evidence: PaymentEvidence) => {
  const { taken, orders, appointments, plans, savedCards, giftCards, payments: all, refunds } = evidence
  const days = appointments.filter(({ planId }) => planId !== null)
  return {
    orders: orders.length,
    'with a gift card': orders.filter(({ giftCardId }) => giftCardId !== null).length,
    bookings: appointments.filter(({ planId }) => planId === null).length,
    plans: plans.length,
    cards: savedCards.length,
    fees: all.filter(({ purpose, state }) => purpose === 'charge' && state === 'paid').length,
    declined: all.filter(({ purpose, state }) => purpose === 'charge' && state === 'declined').length,
    'gift cards': giftCards.filter(({ state }) => state === 'active').length,
    refunded: taken.filter(({ refundedCents }) => refundedCents > 0).length,
    'by staff': refunds.filter(({ reason }) => reason === 'staff').length,
    'days given': days.filter(isGiven).length,
    'days late': days.filter(({ cancelledLate }) => cancelledLate === 1).length,
  }
}
