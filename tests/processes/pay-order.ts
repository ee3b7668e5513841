import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { sendRefund } from '#app/domain/payments/refunds.server.ts'
import type { StripeSettings } from '#app/integrations/payments/stripe.server.ts'
import { payingDeps, placeToPay } from '#tests/support/paying.ts'
import { type Kill, killAt } from './kill-at.ts'

// Does one step of paying for an order, and is killed at one of its statements.

export type Paying = {
  location: DatabaseLocation
  provider: StripeSettings
  /** 'place': an order and its checkout. 'record': that a payment was paid. 'refund': sends a refund back. */
  step: 'place' | 'record' | 'refund'
  /** Of the cart, the payment or the refund. */
  id: string
  now: number
  kill: Kill
}

const { location, provider, step, id, now, kill } = JSON.parse(process.argv[2] ?? '') as Paying

const database = openDatabase(location)
await database.ping()
killAt(kill)

const deps = payingDeps(database, provider)
const steps = {
  place: () => placeToPay(deps, { cartId: id, now }),
  record: () => checkPayment(deps, id, now),
  refund: () => sendRefund(deps, id, now),
}
process.stdout.write(await steps[step]())
await database.close()
