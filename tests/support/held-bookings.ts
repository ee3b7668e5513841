import { expect, onTestFinished, vi } from 'vitest'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { forgetCards } from '#app/domain/booking/fees/forget-cards.server.ts'
import type { Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import { findDue, toShownDue } from '#app/domain/booking/money/pay-ahead.ts'
import { startPayingBooking } from '#app/domain/booking/money/pay-booking.server.ts'
import { readBalances } from '#app/domain/ledger/ledger.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { endUnpaidSoon } from '#app/domain/payments/end-unpaid.server.ts'
import { watchPayments } from '#app/domain/payments/watch.server.ts'
import { paymentJobs } from '#app/jobs/payments.server.ts'
import { payloads } from '#app/queue/payloads.ts'
import { at } from './booking.ts'
import { paidBookingDeps, type Payment } from './paying.ts'
import { startPaymentServer } from './payment-server.ts'
import { openTestDatabase } from './test-database.ts'

/** When the appointments are, unless a test says otherwise. */
export const paidStart = at('2026-05-07T10:00')

export type { Payment }

/** A clinic that takes a payment, or a card, for everything that is booked on May 7. */
export async function openPaidBookings(payment: Payment) {
  const database = await openTestDatabase()
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const state = { payment }
  const provider = { secretKey, webhookSecret, url: server.origin }
  const deps = paidBookingDeps(database, provider, state)
  const { db } = database

  async function draftFor(serviceId: string, planId?: string) {
    const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-1001', health: 'tired' }
    const saved = await submitDraft(deps, { serviceId, planId, patient }, { now: Date.now() })
    const draft = saved.ok && (await findDraft({ ...deps, db }, saved.id, Date.now()))
    if (!draft) throw new Error('the draft is gone')
    return draft
  }
  async function book({
    startsAt = paidStart,
    serviceId = 'general',
    shownDue = toShownDue(findDue(deps, { serviceId })),
    ...visitor
  }: { startsAt?: number; serviceId?: string; shownDue?: string } & Visitor = {}) {
    return bookAppointment(deps, {
      draft: await draftFor(serviceId),
      startsAt,
      now: Date.now(),
      shownDue,
      ...visitor,
    })
  }
  async function bookHeld(wish: Parameters<typeof book>[0] = {}) {
    const booked = await book(wish)
    if (!booked.ok) throw new Error(booked.reason)
    return booked.appointment.id
  }
  const begin = ({ id, planId }: { id: string; planId?: string }) =>
    startPayingBooking(deps, {
      day: { id, planId },
      origin: 'http://clinic.test',
      labels: { pay: 'Payment for a booking', card: 'A card for a booking' },
      now: Date.now(),
    })
  const find = async (id: string) =>
    db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const listPayments = () => db.selectFrom('payments').selectAll().orderBy('startedAt').execute()
  const refunds = () => db.selectFrom('refunds').select(['amountCents', 'reason', 'state']).execute()
  const emails = async () =>
    (await db.selectFrom('emails').select(['kind', 'ids']).execute())
      .map(({ kind, ids }) => `${kind} ${(JSON.parse(ids) as { about?: string }).about}`)
      .toSorted()
  const check = async () => {
    for (const { id } of await listPayments()) await checkPayment(deps, id, Date.now())
  }
  async function work() {
    for (let rounds = 0; rounds < 5; rounds += 1)
      for (const job of await db.selectFrom('jobs').selectAll().where('runAt', '<=', Date.now()).execute()) {
        const handler = paymentJobs[job.kind as keyof typeof paymentJobs]
        if (!handler) continue
        const payload = payloads[job.kind as keyof typeof paymentJobs].parse(JSON.parse(job.payload))
        await handler.run(deps, payload as never)
        await db.deleteFrom('jobs').where('id', '=', job.id).execute()
      }
  }
  /** As the recurring job, after some time. */
  async function wait(ms: number) {
    vi.setSystemTime(Date.now() + ms)
    await watchPayments(deps, Date.now())
    await endUnpaidSoon(deps, Date.now())
    await forgetCards(deps, Date.now())
    await work()
  }
  async function pay(day: { id: string; planId?: string }) {
    expect(await begin(day)).toMatchObject({ ok: true })
    server.pay(server.newest()!.id)
    await check()
  }
  const balances = async () => Object.fromEntries([...(await readBalances(db))].filter(([, cents]) => cents !== 0))
  const slots = async () => (await db.selectFrom('heldQuanta').selectAll().execute()).length
  return {
    ...{ database, server, deps, state, draftFor, book, bookHeld, begin, find, listPayments, refunds, emails },
    ...{ check, work, wait, pay, balances, slots },
  }
}
