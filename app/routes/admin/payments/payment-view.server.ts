import { randomUUID } from 'node:crypto'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findFirstPosted, listPosted, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { listAllPayments } from '#app/domain/payments/payment-list.server.ts'
import { toDifferenceText } from '#app/domain/payments/describe-difference.ts'
import { describeSubject } from '#app/domain/payments/describe-subject.ts'
import { findPayable } from '#app/domain/payments/payable.ts'
import { findPayment } from '#app/domain/payments/payments.server.ts'
import { listProviderTroubles } from '#app/domain/payments/provider-health.server.ts'
import { listDifferences } from '#app/domain/payments/reconcile.server.ts'
import { listRefunds, refundableCents, sumRefunds } from '#app/domain/payments/refunds.server.ts'
import { clinicMoment, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { listLinks, listPlace } from '#app/http/list-place.server.ts'
import { loadOr404, loadOr503 } from '#app/http/load.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { describeTrouble } from '#content/payment-differences.ts'
import { listMonths } from './ledger-period.ts'
import { findPaidFor } from './paid-for.server.ts'
import { paymentPage } from './words.ts'

const words = paymentPage.ledger

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)

/** What the clinic owes. */
const heldAccounts = ['prepaid', 'gift-cards'] as const

/** Every payment, the newest first, and where the provider says otherwise. */
export async function getPayments(request: Request, context: RequestContext) {
  const { database, payments: provider, content } = context.get(servicesContext)
  const place = listPlace(new URL(request.url).searchParams)
  const now = Date.now()
  const { list, troubles, differences, first, balances } = await loadOr503(context, async () => ({
    list: await listAllPayments(database.db, place),
    troubles: await listProviderTroubles(database.db, now),
    differences: await listDifferences(database.db),
    first: await findFirstPosted(database.db),
    balances: await readBalances(database.db),
  }))
  return {
    troubles: troubles.map(({ name, failure }) => describeTrouble(name, failure)),
    isOff: provider === undefined,
    isUntaxed: provider !== undefined && content.list('products').every(({ taxRate }) => taxRate === 0),
    held: heldAccounts.flatMap((account) => {
      const cents = -(balances.get(account) ?? 0)
      return cents === 0 ? [] : [{ account, amount: formatCents(cents) }]
    }),
    payments: list.payments.map(({ id, subject, state, receiptNumber, startedAt, ...cents }) => ({
      ...{ id, state, receiptNumber, about: describeSubject(subject) },
      started: clinicMoment(startedAt, clinicTimeZone, now),
      amount: formatCents(cents.amountCents),
      refunded: cents.refundedCents > 0 ? formatCents(cents.refundedCents) : undefined,
    })),
    differences: differences.map((one) => ({
      id: one.id,
      text: toDifferenceText(one),
      found: formatMoment(one.foundAt),
    })),
    months:
      first !== undefined && mayOpen(getStaff(context).role, '/admin/payments/export') ? listMonths(first, now) : [],
    mayExplain: mayPost(getStaff(context).role, '/admin/payments', 'explain'),
    ...listLinks(list, place, (at) => withQuery('/admin/payments', at), formatCursor),
  }
}

/** One payment with its refunds and lines of the ledger. */
export async function getPayment(context: RequestContext, id: string) {
  const { database, payments: provider, payables } = context.get(servicesContext)
  const { payment, about, refunds, posted, mostCents } = await loadOr404(context, async () => {
    const payment = await findPayment(database.db, id)
    if (!payment) return undefined
    const refunds = await listRefunds(database.db, [id])
    const all = await listPosted(database.db, payment.subject)
    // An order may have several payments.
    const mine = [id, ...refunds.map((refund) => refund.id)]
    const mostCents = await findPayable(payables, payment.subject).payable.refundable?.(database.db, payment)
    return {
      payment,
      about: await findPaidFor({ database }, payment.subject),
      refunds,
      mostCents,
      posted: all.filter(({ key }) => mine.includes(key.slice(key.indexOf(':') + 1))),
    }
  })
  const leftCents = payment.state === 'paid' ? Math.min(refundableCents(payment, refunds), mostCents ?? Infinity) : 0
  const mayRefund = provider !== undefined && mayPost(getStaff(context).role, '/admin/payments/:id', 'refund')
  return {
    about,
    state: payment.state,
    amount: formatCents(payment.paidCents ?? payment.amountCents),
    started: formatMoment(payment.startedAt),
    paid: payment.state === 'paid' && payment.endedAt !== undefined ? formatMoment(payment.endedAt) : undefined,
    receipt: payment.receiptNumber,
    failure: payment.failure,
    checkout: payment.checkoutId,
    providerPayment: payment.providerId,
    mayAsk: provider !== undefined && payment.state === 'open',
    waiting: refunds.some(({ state, waits }) => state === 'asked' && waits === 1) && { maySend: mayRefund },
    refund: mayRefund &&
      leftCents > 0 && { left: formatCents(leftCents), seenCents: sumRefunds(refunds), key: randomUUID() },
    refunds: refunds.map(({ id: refundId, askedAt, reason, state, waits, failure, amountCents }) => ({
      ...{ id: refundId, reason, state: waits ? ('waits' as const) : state, failure },
      when: formatMoment(askedAt),
      amount: formatCents(amountCents),
    })),
    ledger: posted.flatMap(({ at, lines }) =>
      lines.map(({ account, item, cents }) => ({
        ...{ account, item },
        when: formatMoment(at),
        amount: cents > 0 ? words.debit(formatCents(cents)) : words.credit(formatCents(-cents)),
      })),
    ),
  }
}
