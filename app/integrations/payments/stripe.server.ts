import type Stripe from 'stripe'
import { z } from 'zod'
import type {
  Answer,
  CardCheckoutInput,
  Charge,
  ChargeInput,
  Checkout,
  CheckoutInput,
  Movement,
  PaymentProvider,
  ProviderFailure,
  SavedCard,
} from './payment-provider.ts'

export type StripeSettings = { secretKey: string; webhookSecret: string; url: string }

const toleranceSeconds = 300
const currency = 'usd'

/** Loaded at the first use: it takes 38 MB of memory, and most processes never need it. */
export function createStripe(settings: StripeSettings, { timeoutMs = 5_000 } = {}): PaymentProvider {
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openStripe(settings, timeoutMs))
  const createSession = (params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) =>
    ask(async () => {
      const { id, url } = await (await stripe()).checkout.sessions.create(params, { idempotencyKey })
      if (!url) throw new MalformedAnswer()
      return { id, url }
    })

  return {
    createCheckout: (input) => createSession(toSession(input), input.key),
    createCardCheckout: (input) => createSession(toCardSession(input), input.key),
    readCheckout: (id) =>
      ask(async () => {
        const { sessions } = (await stripe()).checkout
        return toCheckout(await sessions.retrieve(id, { expand: ['setup_intent'] }))
      }),
    expireCheckout: (id) =>
      ask(async () => {
        await (await stripe()).checkout.sessions.expire(id)
        return {}
      }),
    chargeCard: (input) => ask(async () => chargeOnce(await stripe(), input)),
    forgetCard: ({ customer }) =>
      ask(async () => {
        const { customers } = await stripe()
        // It was made for this card alone. One that was deleted can still be read, but not be deleted again.
        const found = await customers.retrieve(customer)
        if (!found.deleted) await customers.del(customer)
        return {}
      }),
    refund: ({ key, paymentId, amountCents, wasTried }) =>
      ask(async () => {
        const { refunds } = await stripe()
        if (wasTried)
          for await (const refund of refunds.list({ payment_intent: paymentId, limit: 100 }))
            if (refund.metadata?.refund === key) return toRefund(refund)
        const refund = await refunds.create(
          { payment_intent: paymentId, amount: amountCents, metadata: { refund: key } },
          { idempotencyKey: key },
        )
        return toRefund(refund)
      }),
    listMovements: (since) =>
      ask(async () => {
        const movements: Movement[] = []
        const { balanceTransactions } = await stripe()
        const created = { gte: Math.floor(since / 1000) }
        for await (const row of balanceTransactions.list({ created, limit: 100, expand: ['data.source'] }))
          movements.push(toMovement(row))
        return { movements: movements.toReversed() }
      }),
    test: () =>
      ask(async () => {
        await (await stripe()).balanceTransactions.list({ limit: 1 })
        return {}
      }),
    async readEvent(raw, signature) {
      const { webhooks } = await stripe()
      try {
        const event = await webhooks.constructEventAsync(raw, signature, settings.webhookSecret, toleranceSeconds)
        const { data } = checkoutEvent.safeParse(event)
        return { id: event.id, isOurs: event.account === undefined, checkoutId: data?.data.object.id }
      } catch {
        return undefined
      }
    },
  }
}

async function openStripe({ secretKey, url }: StripeSettings, timeout: number) {
  const { default: Client } = await import('stripe')
  const { hostname, port, protocol } = new URL(url)
  const isPlain = protocol === 'http:'
  return new Client(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: 1,
    timeout,
    telemetry: false,
    httpClient: Client.createFetchHttpClient(),
  })
}

/** No name, no address and no product: it asks for its own what it needs of whoever pays. */
const toSession = (input: CheckoutInput): Stripe.Checkout.SessionCreateParams => ({
  ...toAnySession(input),
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency, unit_amount: input.amountCents, product_data: { name: input.label } } },
  ],
})

/** The customer is made once the card is saved, so a checkout that nobody finishes leaves nothing behind. */
const toCardSession = (input: CardCheckoutInput): Stripe.Checkout.SessionCreateParams => ({
  ...toAnySession(input),
  mode: 'setup',
  customer_creation: 'always',
  custom_text: { submit: { message: input.label } },
})

const toAnySession = (input: CardCheckoutInput) => ({
  // Others are paid only days after the customer is done.
  allowed_payment_method_types: ['card'],
  client_reference_id: input.reference,
  success_url: input.returnUrl,
  cancel_url: input.returnUrl,
  expires_at: Math.floor(input.expiresAt / 1000),
})

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const { status, payment_intent: intent, amount_total: amountCents } = session
  const card = toCard(session)
  return {
    reference: session.client_reference_id ?? undefined,
    state: toState(session, card),
    // Of another currency it is not what was asked for.
    amountCents: session.currency === currency ? (amountCents ?? 0) : 0,
    paymentId: toId(intent),
    card: status === 'complete' ? card : undefined,
  }
}

function toState(
  { status, mode, payment_status: paid }: Stripe.Checkout.Session,
  card: SavedCard | undefined,
): Checkout['state'] {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  if (mode === 'setup') return card ? 'saved' : 'unpaid'
  return paid === 'paid' ? 'paid' : 'unpaid'
}

function toCard({ customer, setup_intent: intent }: Stripe.Checkout.Session): SavedCard | undefined {
  const [owner, method] = [toId(customer), typeof intent === 'string' ? undefined : toId(intent?.payment_method)]
  return owner && method ? { customer: owner, method } : undefined
}

const toId = (named: string | { id: string } | null | undefined) =>
  (typeof named === 'string' ? named : named?.id) ?? undefined

async function chargeOnce({ paymentIntents }: Stripe, input: ChargeInput): Promise<Charge> {
  const { key, customer, method, amountCents, label } = input
  if (input.wasTried)
    for await (const intent of paymentIntents.list({ customer, limit: 100 }))
      if (intent.metadata.charge === key) return toCharge(intent)
  try {
    const intent = await paymentIntents.create(
      {
        amount: amountCents,
        currency,
        customer,
        payment_method: method,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
        description: label,
        metadata: { charge: key },
      },
      { idempotencyKey: key },
    )
    return toCharge(intent)
  } catch (error) {
    const { data } = answered.safeParse(error)
    if (data?.type !== 'StripeCardError') throw error
    return { state: 'declined', reason: data.code ?? 'card-error' }
  }
}

/** Not asked again: what waits for its owner or for another card was declined. */
function toCharge({ id, status, last_payment_error: failed }: Stripe.PaymentIntent): Charge {
  if (status === 'succeeded') return { state: 'done', paymentId: id }
  if (status === 'processing') throw new MalformedAnswer()
  return { state: 'declined', reason: failed?.code ?? status }
}

/** Made, and not taken by the bank. */
function toRefund({ id, status }: Stripe.Refund) {
  if (status === 'failed' || status === 'canceled') throw new FailedRefund()
  return { id }
}

const source = z.object({
  payment_intent: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})

/** A refund that the bank did not take comes back as a movement of its own. */
const kindOf: Partial<Record<Stripe.BalanceTransaction.Type, Movement['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  payout: 'own',
  payout_cancel: 'own',
  payout_failure: 'own',
  stripe_fee: 'own',
  stripe_fx_fee: 'own',
  tax_fee: 'own',
}

const fees: readonly Stripe.BalanceTransaction.Type[] = ['stripe_fee', 'stripe_fx_fee', 'tax_fee']

function toMovement(row: Stripe.BalanceTransaction): Movement {
  const { id, type, amount, fee, created, source: from } = row
  const isDispute = ['dispute', 'dispute_reversal'].includes(row.reporting_category)
  const kind = isDispute ? 'dispute' : (kindOf[type] ?? 'other')
  const { data } = source.safeParse(from)
  const reference = kind === 'refund' ? data?.metadata?.refund : data?.payment_intent
  const feeCents = fees.includes(type) ? fee - amount : fee
  return { id, kind, reference, amountCents: amount, feeCents, at: created * 1000 }
}

const checkoutEvent = z.object({
  type: z.string().startsWith('checkout.session.'),
  data: z.object({ object: z.object({ id: z.string().min(1).max(200) }) }),
})

class MalformedAnswer extends Error {}
class FailedRefund extends Error {}

async function ask<Value extends object>(work: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ...(await work()), ok: true }
  } catch (error) {
    return toFailure(error)
  }
}

const answered = z.object({ statusCode: z.number().optional(), code: z.string().optional(), type: z.string() })

/** Messages of the provider may contain what was sent, so only codes go on. */
function toFailure(error: unknown): ProviderFailure {
  const { data } = answered.safeParse(error)
  if (!data) {
    if (error instanceof MalformedAnswer) return { ok: false, failure: 'busy', reason: 'malformed' }
    if (error instanceof FailedRefund) return { ok: false, failure: 'rejected', reason: 'refund-failed' }
    throw error
  }
  const { type, code, statusCode } = data
  const reason = code ? `code-${code}` : statusCode ? `status-${statusCode}` : 'unreachable'
  // Not about a key of the account, which can be put right, nor while the same is being done by another request.
  const isFinal = (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') && statusCode !== 409
  return { ok: false, failure: isFinal ? 'rejected' : 'busy', reason }
}
