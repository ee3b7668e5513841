import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import { liveBooking } from '#app/domain/booking/live-booking.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { OrderedLine } from '#app/domain/orders/order.ts'
import { orderGiftCard, payForGiftCard } from '#app/domain/gift-cards/buy-gift-card.server.ts'
import { payableGiftCards } from '#app/domain/gift-cards/payable-gift-cards.server.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { payWithinMs, startPaying } from '#app/domain/orders/pay-order.server.ts'
import { payableBookings } from '#app/domain/booking/money/payable-bookings.server.ts'
import { payableOrders } from '#app/domain/orders/payable-orders.server.ts'
import { payableFees } from '#app/domain/booking/fees/payable-fees.server.ts'
import type { Payables } from '#app/domain/payments/payable.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import { createStripe, type StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import { paymentJobs } from '#app/jobs/payments.server.ts'
import { payloads } from '#app/queue/payloads.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import type { startPaymentServer } from './payment-server.ts'
import { contentClinic, noPages, testVault } from './test-deps.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Draft, findDraft } from '#app/domain/booking/drafts.server.ts'
import { findDue, toShownDue } from '#app/domain/booking/money/pay-ahead.ts'
import { startPayingBooking } from '#app/domain/booking/money/pay-booking.server.ts'
import type { Entry } from '#app/domain/content/content-record.ts'
import { bookingDeps, bookingRules } from './booking.ts'
import { formWith } from './visitor.ts'

type PayingDeps = ReturnType<typeof payingDeps>

/** What paying for an order needs, without a website. */
export function payingDeps(database: Database, provider: StripeSettings) {
  const deps = {
    database,
    queue: createQueue(database),
    clinic: contentClinic,
    content: deliveredContent,
    pages: noPages,
    mailDomain: 'clinic.example',
    vault: testVault(database),
    payments: createStripe(provider),
  }
  const payables: Payables = {
    order: payableOrders(deps),
    ...payableBookings({ ...deps, booking: liveBooking({ ...deliveredContent, version: () => 0 }) }),
    fee: payableFees(deps),
    'gift-card': payableGiftCards(deps),
  }
  return { ...deps, payables }
}

const lines: OrderedLine[] = [
  {
    ...{ productId: 'herb', name: 'Herb', priceCents: 1_000, quantity: 2, supplement: true },
    tax: { rate: 10_000, cents: 200 },
  },
  {
    ...{ productId: 'oil', name: 'Oil', priceCents: 333, quantity: 1, supplement: false },
    tax: { rate: 8_875, cents: 30 },
  },
]

/** As 'Place Order' of a cart that is to be paid online: where it is to be paid, or why it can't be. */
export async function placeToPay(
  deps: PayingDeps,
  { cartId, giftCard, now }: { cartId: string; giftCard?: string | undefined; now: number },
) {
  const contact = { name: 'Maya Thomas', email: `${cartId}@example.com` }
  const payBy = now + payWithinMs
  const placed = await placeOrder(deps, { cartId, lines, contact, payBy, giftCard, sender: undefined, now })
  if (!placed.ok) return placed.reason
  const label = (number: string) => `Order ${number}`
  const started = await startPaying(deps, { orderId: placed.order.id, origin: 'http://clinic.test', label, now })
  return started.ok ? started.url : started.reason
}

/** As 'Pay online' of the page of gift cards: where a card of $50 is to be paid, or why it can't be. */
export async function buyCardToPay(deps: PayingDeps, { email, now }: { email: string; now: number }) {
  const ordered = await orderGiftCard(deps, { amountCents: 5_000, email, sender: undefined, now })
  if (!ordered.ok) return ordered.reason
  const label = 'A gift card'
  const started = await payForGiftCard(deps, { id: ordered.card.id, label, origin: 'http://clinic.test', now })
  return started.ok ? started.url : started.reason
}

/** Saves a card for something that was booked, as a checkout does; returns its id. */
export async function keepCard(
  { database, payments }: { database: Pick<Database, 'db'>; payments: PaymentProvider },
  server: Awaited<ReturnType<typeof startPaymentServer>>,
  { subject, mostCents, now }: { subject: string; mostCents: number; now: number },
) {
  const id = randomUUID()
  const input = {
    key: id,
    reference: id,
    label: 'A card',
    returnUrl: 'http://clinic.test/',
    expiresAt: Date.now() + 3_600_000,
  }
  const made = await payments.createCardCheckout(input)
  if (!made.ok) throw new Error(made.reason)
  server.pay(made.id)
  const read = await payments.readCheckout(made.id)
  if (!read.ok || !read.card) throw new Error('no card was saved')
  const times = { startedAt: now, expiresAt: now, askedAt: now, endedAt: now }
  const payment = { ...times, id, subject: `fee:${id}`, purpose: 'card', amountCents: mostCents } as const
  await database.db
    .insertInto('payments')
    .values({ ...payment, state: 'saved', returnUrl: '' })
    .execute()
  await database.db
    .insertInto('savedCards')
    .values({ id, subject, ...read.card, mostCents, savedAt: now })
    .execute()
  return id
}

/** Every job about payments that is due, as the worker runs them. */
export async function runPaymentJobs(deps: PayingDeps) {
  const { db } = deps.database
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const jobs = await db.selectFrom('jobs').selectAll().where('runAt', '<=', Date.now()).execute()
    for (const job of jobs) {
      const kind = job.kind as keyof typeof paymentJobs
      if (!Object.hasOwn(paymentJobs, kind)) continue
      await paymentJobs[kind].run(deps, payloads[kind].parse(JSON.parse(job.payload)) as never)
      await db.deleteFrom('jobs').where('id', '=', job.id).execute()
    }
  }
}

type Deps = ReturnType<typeof paidBookingDeps>

export async function findDraftToBook(deps: BookingDeps, id: string, now: number) {
  const draft = await findDraft({ ...deps, db: deps.database.db }, id, now)
  if (!draft) throw new Error('the draft is gone')
  return draft
}

/** As the button that books: where it is to be paid, or given a card, or why it can't be. */
export async function bookToPay(
  deps: Deps,
  { draft, startsAt, now }: { draft: Draft; startsAt: number; now: number },
): Promise<string> {
  const shownDue = toShownDue(findDue(deps, draft))
  const booked = await bookAppointment(deps, { draft, startsAt, now, shownDue })
  if (!booked.ok) return booked.reason
  const labels = { pay: 'Payment for a booking', card: 'A card for a booking' }
  const { id } = booked.appointment
  const started = await startPayingBooking(deps, {
    day: { id, planId: undefined },
    origin: 'http://clinic.test',
    labels,
    now,
  })
  return started.ok ? started.url : started.reason
}

export type Payment = Entry<'services'>['payment']

/** What booking needs at a clinic that takes a payment, or a card, for everything. `state` may change meanwhile. */
export function paidBookingDeps(database: Database, provider: StripeSettings, state: { payment: Payment }) {
  const list = ((name: 'services' | 'plan-templates') =>
    deliveredContent.list(name).map((entry) => ({ ...entry, payment: state.payment }))) as typeof deliveredContent.list
  const rules = { ...bookingRules, services: { ...bookingRules.services, panchakarma: { confirmedByClinic: true } } }
  const paying = payingDeps(database, provider)
  const booking = { ...bookingDeps(database, rules as never), content: { list }, payments: paying.payments }
  return { ...booking, payables: { ...paying.payables, ...payableBookings(booking) } }
}

type Admin = {
  get(path: string): Promise<Response>
  post(path: string, fields: Record<string, string>): Promise<Response>
}

/** As typed in its editor. */
export type PublishedPayment = { payAhead: string; payAheadAmount: string; cancelFee: string; taxRate?: string }

/** Publishes what is paid online for a service or a plan; `path`: of its editor, `more`: other fields of it. */
export async function publishPayment(
  admin: Admin,
  path: string,
  typed: PublishedPayment,
  more: Record<string, string> = {},
) {
  const { fields, html } = formWith(await (await admin.get(path)).text(), 'title')
  const boxes = [...html.matchAll(/<input\b(?=[^>]* type="checkbox")[^>]*>/g)].map(([box]) => ({
    name: /name="([^"]+)"/.exec(box)?.[1] ?? '',
    isChecked: / checked/.test(box),
  }))
  const isBox = (name: string) => boxes.some((box) => box.name === name)
  const { status } = await admin.post(path, {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isBox(name))),
    ...Object.fromEntries(boxes.filter(({ isChecked }) => isChecked).map(({ name }) => [name, 'on'])),
    ...Object.fromEntries(Object.entries(typed).map(([name, value]) => [`payment.${name}`, value])),
    ...more,
    intent: 'publish',
  })
  if (status !== 303) throw new Error(`it was not published: ${status}`)
}
