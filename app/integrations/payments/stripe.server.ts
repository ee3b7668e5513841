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
        const { checkout, setupIntents } = await stripe()
        const session = await checkout.sessions.retrieve(id)
        const intent = session.status === 'complete' ? toId(session.setup_intent) : undefined
        return toCheckout(session, intent === undefined ? undefined : await setupIntents.retrieve(intent))
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
        const client = await stripe()
        const created = { gte: Math.floor(since / 1000) }
        const rows = await Array.fromAsync(client.balanceTransactions.list({ created, limit: 100 }))
        return { movements: await Array.fromAsync(rows.toReversed(), toMovementOf(client, since)) }
      }),
    test: async () => testPermissions(await stripe()),
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

function toCheckout(session: Stripe.Checkout.Session, setup: Stripe.SetupIntent | undefined): Checkout {
  const { status, payment_intent: intent, amount_total: amountCents } = session
  const card = toCard(session, setup)
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

function toCard({ customer }: Stripe.Checkout.Session, setup: Stripe.SetupIntent | undefined): SavedCard | undefined {
  const [owner, method] = [toId(customer), toId(setup?.payment_method)]
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
    return toFailedCharge(data.decline_code, data.code)
  }
}

/** Not asked again: what waits for its owner or for another card stays so. */
function toCharge({ id, status, last_payment_error: failed }: Stripe.PaymentIntent): Charge {
  if (status === 'succeeded') return { state: 'done', paymentId: id }
  if (status === 'processing') throw new MalformedAnswer()
  return toFailedCharge(failed?.decline_code, failed?.code ?? status)
}

/** Only the bank gives the code of a decline. */
const toFailedCharge = (declined: string | undefined, code = 'card-error'): Charge =>
  declined ? { state: 'declined', reason: declined } : { state: 'failed', reason: `code-${code}` }

/** Made, and not taken by the bank. */
function toRefund({ id, status }: Stripe.Refund) {
  if (status === 'failed' || status === 'canceled') throw new FailedRefund()
  return { id }
}

/** A refund that the bank did not take comes back as a movement of its own. */
const kinds: Record<Exclude<Movement['kind'], 'dispute' | 'other'>, readonly string[]> = {
  payment: ['charge', 'payment'],
  refund: ['refund', 'refund_failure', 'payment_refund', 'payment_failure_refund'],
  own: [
    ...['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal', 'contribution'],
    ...[
      'stripe_fee',
      'stripe_fx_fee',
      'tax_fee',
      'fee_credit_funding',
      'climate_order_purchase',
      'climate_order_refund',
    ],
    ...['reserve_transaction', 'reserved_funds', 'reserve_hold', 'reserve_release', 'risk_reserved_funds'],
    ...['payment_network_reserve_hold', 'payment_network_reserve_release'],
    ...['payout_minimum_balance_hold', 'payout_minimum_balance_release'],
    ...['advance', 'advance_funding', 'anticipation_repayment'],
  ],
}

/** Fees of the provider that are movements of their own; `fee`: a correction of one. */
const fees = ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'fee']

/** What moved money is asked for by its own address: expanding it in the list needs a permission for every kind. */
function toMovementOf(stripe: Stripe, since: number) {
  const created = { gte: Math.floor(since / 1000) }
  const charges = once(async () => byId(await Array.fromAsync(stripe.charges.list({ created, limit: 100 }))))
  const refunds = once(async () => byId(await Array.fromAsync(stripe.refunds.list({ created, limit: 100 }))))

  async function findReference(kind: Movement['kind'], source: string | undefined) {
    if (source === undefined) return undefined
    if (kind === 'payment')
      return toId(((await charges()).get(source) ?? (await stripe.charges.retrieve(source))).payment_intent)
    if (kind === 'refund')
      return ((await refunds()).get(source) ?? (await stripe.refunds.retrieve(source))).metadata?.refund
    return kind === 'dispute' ? toId((await stripe.disputes.retrieve(source)).payment_intent) : undefined
  }

  return async (row: Stripe.BalanceTransaction): Promise<Movement> => {
    const { id, type, amount, fee, created: at } = row
    const kind = toKind(row)
    const feeCents = [type, row.reporting_category].some((name) => fees.includes(name)) ? fee - amount : fee
    return {
      id,
      kind,
      type,
      reference: await findReference(kind, toId(row.source)),
      amountCents: amount,
      feeCents,
      at: at * 1000,
    }
  }
}

function toKind({ type, reporting_category: category }: Stripe.BalanceTransaction): Movement['kind'] {
  if (['dispute', 'dispute_reversal'].includes(category)) return 'dispute'
  if (fees.includes(category)) return 'own'
  return (['payment', 'refund', 'own'] as const).find((kind) => kinds[kind].includes(type)) ?? 'other'
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

function once<Value>(load: () => Promise<Value>) {
  let value: Promise<Value> | undefined
  return () => (value ??= load())
}

/** By what its dashboard calls them. Of what does not exist nothing can be changed, and who may not is told so first. */
const permissions: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  'Checkout Sessions: Write': (stripe) => stripe.checkout.sessions.expire('cs_test_none'),
  'Customers: Write': (stripe) => stripe.customers.del('cus_none'),
  'PaymentIntents: Write': (stripe) => stripe.paymentIntents.cancel('pi_none'),
  'Refunds: Write': (stripe) => stripe.refunds.update('re_none', { metadata: {} }),
  'SetupIntents: Read': (stripe) => stripe.setupIntents.retrieve('seti_none'),
  'PaymentMethods: Read': (stripe) => stripe.paymentMethods.retrieve('pm_none'),
  'Charges: Read': (stripe) => stripe.charges.list({ limit: 1 }),
  'Disputes: Read': (stripe) => stripe.disputes.list({ limit: 1 }),
  'Balance: Read': (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
}

async function testPermissions(stripe: Stripe): Promise<Answer<object>> {
  const missing: string[] = []
  for (const [name, tryIt] of Object.entries(permissions)) {
    const answer = await ask(async () => ({ tried: await tryIt(stripe) }))
    if (answer.ok || answer.reason === 'code-resource_missing') continue
    if (answer.reason !== 'status-403') return answer
    missing.push(name)
  }
  if (missing.length === 0) return { ok: true }
  return { ok: false, failure: 'rejected', reason: 'permissions', said: missing.join('; ') }
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

const answered = z.object({
  statusCode: z.number().optional(),
  code: z.string().optional(),
  decline_code: z.string().optional(),
  type: z.string(),
  message: z.string().optional(),
})

/** Of a key, however much of it they show. */
const keyPart = /\b(?:sk|rk|pk|whsec)_[\w*]+/g

function toFailure(error: unknown): ProviderFailure {
  const { data } = answered.safeParse(error)
  if (!data) {
    if (error instanceof MalformedAnswer) return { ok: false, failure: 'busy', reason: 'malformed' }
    if (error instanceof FailedRefund) return { ok: false, failure: 'rejected', reason: 'refund-failed' }
    throw error
  }
  const { type, code, statusCode, message } = data
  // 401 and 403 are about the key, whatever they are called beside.
  const isAboutKey = statusCode === 401 || statusCode === 403
  const reason = code && !isAboutKey ? `code-${code}` : statusCode ? `status-${statusCode}` : 'unreachable'
  // Not about a key of the account, which can be put right, nor while the same is being done by another request.
  const isFinal =
    (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') && !isAboutKey && statusCode !== 409
  const said = statusCode !== undefined && message ? message.replaceAll(keyPart, '…').slice(0, 300) : undefined
  return { ok: false, failure: isFinal ? 'rejected' : 'busy', reason, said }
}
