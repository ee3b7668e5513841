import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from './connections.ts'

type Params = { [name: string]: Params | string }
type Status = 'open' | 'complete' | 'expired'
type Card = { customer: string; method: string }
type Session = { id: string; status: Status; paid: boolean; intent?: string; amount: number; reference: string }
type Stored = Session & { url: string; paidUrl: string; backUrl: string; label: string; expiresAt: number } & {
  isSetup: boolean
  card?: Card
}
/** `reference`: the key of a charge; a payment has that of its session. */
type Payment = { id: string; amount: number; refunded: number; at: number; sessionId?: string; reference?: string }
type OtherMovement = {
  id: string
  type: string
  reporting_category: string
  amount: number
  fee?: number
  created?: number
  /** Of a dispute. */
  source?: { id: string; payment_intent?: string }
}
type Declined = { id: string; customer: string; key: string; code: string }
/** `isFailed`: the bank did not take it, so the money came back. */
type Refund = { id: string; amount: number; intent: string; metadata: Params; at: number; isFailed: boolean }

/** 'drop': it is done, and the answer is lost. 'hang': nothing is done and nothing is answered. */
export type PaymentFault = 'drop' | 'hang' | number

const webhookSecret = 'whsec_contract'
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Of a page at the provider, as it signs what it posts. */
export const signPaymentEvent = (payload: string, { secret = webhookSecret, at = nowSeconds() } = {}) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`

export const paymentSettings = (origin: string) => ({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_contract',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: origin,
})

/** What the website uses of Stripe, by its contract: forms in, JSON out, idempotency keys, signed events. */
export async function startPaymentServer(atEnd: (stop: () => Promise<void>) => void, port = 0) {
  const sessions = new Map<string, Stored>()
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const answers = new Map<string, { body: string; answer: Reply }>()
  const calls: { method: string; path: string; body: string }[] = []
  const state = {
    faults: [] as PaymentFault[],
    fault: undefined as (() => PaymentFault | undefined) | undefined,
    failsRefunds: false,
    /** The code with which charges of saved cards are declined. */
    declines: undefined as string | undefined,
    /** The code with which they fail without the bank having declined them. */
    fails: undefined as string | undefined,
    /** Permissions that the key lacks, by what it asks for: 'Charges: Read'. With any, nothing may be expanded. */
    lacks: [] as string[],
    /** Such as an account without a name for its checkout page: the message with which every checkout is refused. */
    refusesCheckouts: undefined as string | undefined,
  }
  const customers = new Map<string, { method: string; isDeleted: boolean }>()
  const charged = new Map<string, { customer: string; key: string }>()
  const declined: Declined[] = []
  /** More of what moved at the provider, such as a dispute. */
  const moreMovements: OtherMovement[] = []

  function handle(method: string, path: string, params: Params): Reply {
    const lacked = state.lacks.find((one) => one === permissionFor(method, path) || (params.expand && one))
    if (lacked) return { status: 403, json: problem('', 'invalid_request_error', `This key lacks ${lacked}`) }
    if (state.refusesCheckouts && method === 'POST' && path === '/v1/checkout/sessions')
      return { status: 400, json: problem('', 'invalid_request_error', state.refusesCheckouts) }
    if (path === '/v1/checkout/sessions' && method === 'POST') return createSession(params)
    const [, id, act] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    return id ? useSession(id, act) : handleMoney(method, path, params)
  }

  function createSession(params: Params): Reply {
    const line = (params.line_items as Params | undefined)?.['0'] as Params | undefined
    const price = line?.price_data as Params | undefined
    if (price && !(Number(price.unit_amount) >= 50 && Number(price.unit_amount) <= 99_999_999))
      return reject('amount_too_large')
    const isSetup = params.mode === 'setup'
    const expiresAt = Number(params.expires_at) * 1000
    if (!params.success_url || !(isSetup || price)) return reject('parameter_missing')
    // As Stripe has it: from half an hour to a day.
    if (expiresAt < Date.now() + 30 * 60_000 - 5_000 || expiresAt > Date.now() + 24 * 3_600_000)
      return reject('parameter_invalid')
    const sessionId = `cs_test_${randomUUID().replaceAll('-', '')}`
    sessions.set(sessionId, {
      id: sessionId,
      status: 'open',
      paid: false,
      isSetup,
      amount: price ? Number(price.unit_amount) * Number(line?.quantity) : 0,
      reference: String(params.client_reference_id),
      url: `${origin()}/pay/${sessionId}`,
      paidUrl: String(params.success_url),
      backUrl: String(params.cancel_url),
      label: price
        ? String((price.product_data as Params).name)
        : String(((params.custom_text as Params).submit as Params).message),
      expiresAt,
    })
    return { status: 200, json: toSession(sessions.get(sessionId)!) }
  }

  function useSession(id: string, act: string | undefined): Reply {
    const session = sessions.get(id)
    if (!session) return { status: 404, json: problem('resource_missing') }
    if (session.status === 'open' && session.expiresAt <= Date.now()) session.status = 'expired'
    if (act === 'expire') {
      if (session.status !== 'open') return reject('resource_not_open')
      session.status = 'expired'
    }
    return { status: 200, json: toSession(session) }
  }

  function handleMoney(method: string, path: string, params: Params): Reply {
    if (path === '/v1/payment_intents' && method === 'POST') return charge(params)
    if (path === '/v1/payment_intents') return { status: 200, json: list(listIntents(String(params.customer))) }
    const [, kind, one] =
      /^\/v1\/(charges|disputes|setup_intents|refunds|payment_methods)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (kind && method === 'GET' && !params.payment_intent) return readObjects(kind, one)
    const [, customer] = /^\/v1\/customers\/(\w+)$/.exec(path) ?? []
    if (customer) return useCustomer(method, customer)
    if (path === '/v1/refunds' && method === 'POST') return refund(params)
    if (path === '/v1/refunds') {
      const found = [...refunds.values()].filter(({ intent }) => intent === params.payment_intent)
      return { status: 200, json: list(found.map(toRefund)) }
    }
    if (path === '/v1/balance_transactions') {
      const since = Number((params.created as Params | undefined)?.gte ?? 0)
      return { status: 200, json: list(movements().filter(({ created }) => created >= since)) }
    }
    return { status: 404, json: problem(path.includes('_none') ? 'resource_missing' : 'unknown_url') }
  }

  function readObjects(kind: string, id: string | undefined): Reply {
    const all: { id: string }[] =
      {
        charges: [...payments.values()].map((one) => ({
          id: `ch_${one.id}`,
          object: 'charge',
          payment_intent: one.id,
        })),
        refunds: [...refunds.values()].map(toRefund),
        disputes: moreMovements.flatMap(({ source }) => (source ? [{ ...source, object: 'dispute' }] : [])),
        setup_intents: [...sessions.values()].map(({ id: of, card }) => ({
          id: `seti_${of}`,
          object: 'setup_intent',
          payment_method: card?.method ?? null,
        })),
      }[kind] ?? []
    if (id === undefined) return { status: 200, json: list(all) }
    const found = all.find((one) => one.id === id)
    return found ? { status: 200, json: found } : { status: 404, json: problem('resource_missing') }
  }

  function charge(params: Params): Reply {
    const [customer, key] = [String(params.customer), String((params.metadata as Params).charge)]
    const found = customers.get(customer)
    if (!found || found.isDeleted || found.method !== params.payment_method) return reject('resource_missing')
    if (params.off_session !== 'true' || params.confirm !== 'true') return reject('parameter_missing')
    const id = `pi_${randomUUID().replaceAll('-', '')}`
    if (state.declines) {
      declined.push({ id, customer, key, code: state.declines })
      const { error } = problem('card_declined', 'card_error')
      return { status: 402, json: { error: { ...error, decline_code: state.declines } } }
    }
    if (state.fails) return { status: 402, json: problem(state.fails, 'card_error') }
    payments.set(id, { id, amount: Number(params.amount), refunded: 0, reference: key, at: nowSeconds() })
    charged.set(id, { customer, key })
    return { status: 200, json: { id, object: 'payment_intent', status: 'succeeded', metadata: { charge: key } } }
  }

  const listIntents = (customer: string) => [
    ...[...charged]
      .filter(([, one]) => one.customer === customer)
      .map(([id, { key }]) => ({ id, object: 'payment_intent', status: 'succeeded', metadata: { charge: key } })),
    ...declined
      .filter((one) => one.customer === customer)
      .map(({ id, key, code }) => ({
        id,
        object: 'payment_intent',
        status: 'requires_payment_method',
        metadata: { charge: key },
        last_payment_error: { code: 'card_declined', decline_code: code },
      })),
  ]

  function useCustomer(method: string, id: string): Reply {
    const found = customers.get(id)
    if (!found || (method === 'DELETE' && found.isDeleted)) return { status: 404, json: problem('resource_missing') }
    if (method === 'DELETE') found.isDeleted = true
    return { status: 200, json: { id, object: 'customer', ...(found.isDeleted && { deleted: true }) } }
  }

  function refund(params: Params): Reply {
    const payment = payments.get(String(params.payment_intent))
    const amount = Number(params.amount)
    if (!payment) return { status: 404, json: problem('resource_missing') }
    if (amount > payment.amount - payment.refunded) return reject('charge_already_refunded')
    payment.refunded += amount
    const made = { id: `re_${randomUUID()}`, amount, intent: payment.id, metadata: params.metadata as Params }
    refunds.set(made.id, { ...made, at: nowSeconds(), isFailed: state.failsRefunds })
    return { status: 200, json: toRefund(refunds.get(made.id)!) }
  }

  /** The newest first. */
  const movements = () =>
    [
      ...[...payments.values()].map(({ id, amount, at }) => ({
        id: `txn_${id}`,
        object: 'balance_transaction',
        type: 'charge',
        amount,
        fee: feeOf(amount),
        created: at,
        source: `ch_${id}`,
      })),
      ...[...refunds.values()].flatMap(({ id, amount, at, isFailed }) => {
        const shared = { object: 'balance_transaction', fee: 0, created: at, source: id }
        return [
          { ...shared, id: `txn_${id}`, type: 'refund', amount: -amount },
          ...(isFailed ? [{ ...shared, id: `txn_back_${id}`, type: 'refund_failure', amount }] : []),
        ]
      }),
      ...moreMovements.map(({ source, ...one }) => {
        return { object: 'balance_transaction', fee: 0, created: nowSeconds(), source: source?.id ?? null, ...one }
      }),
    ].toSorted((one, other) => other.created - one.created)

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://payments.test')
    const body = await text(request)
    if (url.pathname.startsWith('/pay/')) return showCheckout(response, url.pathname.slice('/pay/'.length))
    calls.push({ method: request.method ?? '', path: url.pathname, body })
    if (!/^Bearer (?:sk|rk)_test_/.test(request.headers.authorization ?? ''))
      return send(response, { status: 401, json: problem('no') })
    const fault = state.faults.shift() ?? state.fault?.()
    if (fault === 'hang') return
    if (typeof fault === 'number')
      return send(response, {
        status: fault,
        json: problem('fault', fault === 409 ? 'idempotency_error' : 'api_error'),
      })
    const answer = once(request.headers['idempotency-key'], body, () =>
      handle(request.method ?? '', url.pathname, toParams(body || url.search)),
    )
    if (fault === 'drop') return request.socket.destroy()
    return send(response, answer)
  })

  function once(key: string | string[] | undefined, body: string, work: () => Reply): Reply {
    const before = typeof key === 'string' ? answers.get(key) : undefined
    if (before) return before.body === body ? before.answer : { status: 400, json: problem('', 'idempotency_error') }
    const answer = work()
    // What was rejected before anything was done is not remembered; a card that was declined is.
    if (typeof key === 'string' && (answer.status < 400 || answer.status === 402)) answers.set(key, { body, answer })
    return answer
  }

  function showCheckout(response: ServerResponse, id: string) {
    const session = sessions.get(id)
    if (session?.status !== 'open') return response.writeHead(410).end('<title>Over</title>')
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end(`<!doctype html><title>Checkout</title><h1>${session.label}</h1>`)
  }

  /** The customer pays, or has a card saved; false if the checkout is over. */
  function pay(sessionId: string) {
    const session = sessions.get(sessionId)
    if (session?.status !== 'open') return false
    if (session.isSetup) {
      const card = { customer: `cus_${randomUUID().slice(0, 8)}`, method: `pm_${randomUUID().slice(0, 8)}` }
      customers.set(card.customer, { method: card.method, isDeleted: false })
      Object.assign(session, { status: 'complete', card })
      return true
    }
    const id = `pi_${randomUUID().replaceAll('-', '')}`
    payments.set(id, { id, amount: session.amount, refunded: 0, sessionId, at: nowSeconds() })
    Object.assign(session, { status: 'complete', paid: true, intent: id })
    return true
  }

  const origin = () => `http://127.0.0.1:${portOf(server)}`
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: origin(),
    sessions,
    payments,
    refunds,
    customers,
    moreMovements,
    calls,
    state,
    pay,
    /** As the provider does after a day. */
    forgetKeys: () => answers.clear(),
    newest: () => [...sessions.values()].at(-1),
    settings: paymentSettings(origin()),
  }
}

type Reply = { status: number; json: object }

/** As of cards in the US: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

const problem = (code: string, type = 'invalid_request_error', message = 'no') => ({
  error: { type, message, ...(code && { code }) },
})

/** What a restricted key needs for a request (tests/contracts/stripe.md). */
function permissionFor(method: string, path: string) {
  const [, of = ''] = /^\/v1\/(\w+)/.exec(path) ?? []
  const name = {
    checkout: 'Checkout Sessions',
    customers: 'Customers',
    payment_intents: 'PaymentIntents',
    setup_intents: 'SetupIntents',
    payment_methods: 'PaymentMethods',
    refunds: 'Refunds',
    charges: 'Charges',
    balance_transactions: 'Balance',
    disputes: 'Disputes',
  }[of]
  // Write includes read.
  const writes = ['checkout', 'customers', 'payment_intents', 'refunds'].includes(of)
  return name && `${name}: ${writes ? 'Write' : 'Read'}`
}

const reject = (code: string): Reply => ({ status: 400, json: problem(code) })
const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
const send = (response: ServerResponse, { status, json }: Reply) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))

const toSession = ({ id, status, paid, intent, amount, reference, url, expiresAt, isSetup, card }: Stored) => ({
  id,
  object: 'checkout.session',
  status,
  mode: isSetup ? 'setup' : 'payment',
  ...(isSetup && {
    customer: card?.customer ?? null,
    setup_intent: `seti_${id}`,
  }),
  payment_status: isSetup ? 'no_payment_required' : paid ? 'paid' : 'unpaid',
  payment_intent: intent ?? null,
  amount_total: amount,
  currency: 'usd',
  client_reference_id: reference,
  url: status === 'open' ? url : null,
  expires_at: Math.floor(expiresAt / 1000),
})

const toRefund = ({ id, amount, intent, metadata, isFailed }: Refund) => ({
  id,
  object: 'refund',
  amount,
  status: isFailed ? 'failed' : 'succeeded',
  payment_intent: intent,
  metadata,
})

/** 'a[b][0]=c' as objects. */
function toParams(encoded: string): Params {
  const all: Params = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const parts = name.replaceAll(']', '').split('[')
    let inner = all
    for (const part of parts.slice(0, -1)) inner = (inner[part] ??= {}) as Params
    inner[parts.at(-1)!] = value
  }
  return all
}

/** An event as the provider posts it; its body is not to be believed. */
export const toPaymentEvent = (
  sessionId: string,
  {
    id = `evt_${randomUUID()}`,
    type = 'checkout.session.completed',
    account,
  }: Partial<Record<'id' | 'type' | 'account', string>> = {},
) =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-01-01',
    created: nowSeconds(),
    type,
    ...(account && { account }),
    data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid' } },
  })
