import { forgetCards, isCardNeeded } from '#app/domain/booking/fees/forget-cards.server.ts'
import { forgetCard } from '#app/domain/payments/cards.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { endUnpaid, endUnpaidSoon } from '#app/domain/payments/end-unpaid.server.ts'
import { reconcile } from '#app/domain/payments/reconcile.server.ts'
import { sendRefund } from '#app/domain/payments/refunds.server.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import { watchPayments } from '#app/domain/payments/watch.server.ts'
import type { JobHandlers, JobOutcome } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'queue' | 'payments' | 'payables'>

const isBusy: JobOutcome = { state: 'failed', reason: 'the payment provider did not answer', final: false }
const isOff: JobOutcome = { state: 'failed', reason: 'payments are not set up', final: false }

/** None is retried by itself: the first adds the others again, minute by minute, until the provider has answered. */
export const paymentJobs = {
  'watch-payments': {
    async run(deps: Deps) {
      const now = Date.now()
      await watchPayments(deps, now)
      await endUnpaidSoon(deps, now)
      await forgetCards(deps, now)
    },
    recurring: true,
  },
  'check-payment': {
    async run({ payments, ...deps }: Deps, { paymentId }) {
      if (!payments) return isOff
      return (await checkPayment({ ...deps, payments }, paymentId, Date.now())) === 'busy' ? isBusy : undefined
    },
    recurring: true,
  },
  'end-unpaid': {
    async run({ payments, ...deps }: Deps, { subject }) {
      if (!payments) return isOff
      return (await endUnpaid({ ...deps, payments }, subject as Subject, Date.now())) ? undefined : isBusy
    },
    recurring: true,
  },
  'forget-card': {
    async run({ database, payments }: Deps, { cardId }) {
      if (!payments) return isOff
      if (await isCardNeeded(database.db, cardId, Date.now())) return undefined
      return (await forgetCard({ database, payments }, cardId, Date.now())) ? undefined : isBusy
    },
    recurring: true,
  },
  'reconcile-payments': {
    async run({ database, payments }: Deps) {
      if (!payments) return isOff
      return (await reconcile({ database, payments }, Date.now())) ? undefined : isBusy
    },
    recurring: true,
  },
  'send-refund': {
    async run({ payments, ...deps }: Deps, { refundId }) {
      if (!payments) return isOff
      return (await sendRefund({ ...deps, payments }, refundId, Date.now())) === 'busy' ? isBusy : undefined
    },
    recurring: true,
  },
} satisfies Partial<JobHandlers<Deps>>
