import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { forgetCards } from '#app/domain/booking/fees/forget-cards.server.ts'
import { forgetCard } from '#app/domain/payments/cards.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { endUnpaid } from '#app/domain/payments/end-unpaid.server.ts'
import { sendRefund } from '#app/domain/payments/refunds.server.ts'
import type { Subject } from '#app/domain/payments/subject.ts'
import type { StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import {
  bookToPay,
  findDraftToBook,
  buyCardToPay,
  payingDeps,
  placeToPay,
  paidBookingDeps,
  type Payment,
} from '#tests/support/paying.ts'
import { type Kill, killAt } from './kill-at.ts'

// Does one step with money, and is killed at one of its statements.

export type Paying = {
  location: DatabaseLocation
  provider: StripeSettings
  /**
   * 'place': an order and its checkout. 'book': a draft and its checkout. 'buy-card': a gift card and its checkout.
   * 'record': that a payment was paid, or a card saved. 'refund': sends a refund back. 'end': what was not paid.
   * 'forget': a card.
   */
  step: 'place' | 'book' | 'buy-card' | 'record' | 'refund' | 'end' | 'forget'
  /** Of the cart, the draft, the payment, the refund or the card; or the subject that ends. */
  id: string
  /** Of what is booked. */
  payment: Payment
  startsAt: number
  /** The code of a gift card. */
  giftCard?: string | undefined
  now: number
  kill: Kill
}

const input = JSON.parse(process.argv[2] ?? '') as Paying
const { location, provider, step, id, now } = input

const database = openDatabase(location)
await database.ping()
const booking = paidBookingDeps(database, provider, input)
const deps = { ...payingDeps(database, provider), payables: booking.payables }
const draft = step === 'book' ? await findDraftToBook(booking, id, now) : undefined
killAt(input.kill)

const steps: Record<Paying['step'], () => Promise<unknown>> = {
  place: () => placeToPay(deps, { cartId: id, giftCard: input.giftCard, now }),
  book: () => bookToPay(booking, { draft: draft!, startsAt: input.startsAt, now }),
  'buy-card': () => buyCardToPay(deps, { email: id, now }),
  record: () => checkPayment(deps, id, now),
  refund: () => sendRefund(deps, id, now),
  end: () => endUnpaid(deps, id as Subject, now),
  async forget() {
    await forgetCards(deps, now)
    return forgetCard(deps, id, now)
  },
}
process.stdout.write(String(await steps[step]()))
await database.close()
