import { onTestFinished, expect, test } from 'vitest'
import { signPaymentEvent, startPaymentServer, toPaymentEvent } from '#tests/support/payment-server.ts'
import { createStripe } from './stripe.server.ts'

async function start() {
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  return { server, stripe: createStripe({ secretKey, webhookSecret, url: server.origin }, { timeoutMs: 300 }) }
}

const order = {
  key: 'key-1',
  reference: 'payment-1',
  amountCents: 2_400,
  label: 'Order K7F-29Q',
  returnUrl: 'http://clinic.test/payments/1',
  expiresAt: Date.now() + 3_600_000,
}
const opened = async ({ stripe }: Awaited<ReturnType<typeof start>>, more: Partial<typeof order> = {}) => {
  const answer = await stripe.createCheckout({ ...order, ...more })
  if (!answer.ok) throw new Error(answer.reason)
  return answer
}

test('a checkout is one for each key, also when its answer was lost or the server was down', async () => {
  const both = await start()
  both.server.state.faults = ['drop']
  const first = await opened(both)
  expect(await opened(both)).toEqual(first)
  both.server.state.faults = [503]
  await opened(both, { key: 'key-2' })
  expect(both.server.sessions.size).toBe(2)
  expect(await both.stripe.createCheckout({ ...order, amountCents: 1 })).toMatchObject({ failure: 'rejected' })
  both.server.state.faults = [429, 429]
  expect(await both.stripe.createCheckout({ ...order, key: 'key-3' })).toMatchObject({ ok: false, failure: 'busy' })
  both.server.state.faults = ['hang', 'hang']
  expect(await both.stripe.readCheckout(first.id)).toEqual({ ok: false, failure: 'busy', reason: 'unreachable' })
})

test('the provider gets the number of the order and the amount, and nobody’s name', async () => {
  const both = await start()
  await opened(both)
  const { body } = both.server.calls[0]!
  const names = [...new URLSearchParams(body).keys()]
  expect(names.toSorted()).toMatchInlineSnapshot(`
    [
      "allowed_payment_method_types[0]",
      "cancel_url",
      "client_reference_id",
      "expires_at",
      "line_items[0][price_data][currency]",
      "line_items[0][price_data][product_data][name]",
      "line_items[0][price_data][unit_amount]",
      "line_items[0][quantity]",
      "mode",
      "success_url",
    ]
  `)
})

test('a checkout is open, then paid, or expires; what is over cannot be expired', async () => {
  const both = await start()
  const { id } = await opened(both)
  expect(await both.stripe.readCheckout(id)).toMatchObject({
    state: 'open',
    reference: 'payment-1',
    amountCents: 2_400,
  })
  both.server.pay(id)
  expect(await both.stripe.readCheckout(id)).toMatchObject({ state: 'paid', paymentId: expect.stringMatching(/^pi_/) })
  expect(await both.stripe.expireCheckout(id)).toMatchObject({ ok: false, failure: 'rejected' })
  const other = await opened(both, { key: 'key-2' })
  expect(await both.stripe.expireCheckout(other.id)).toMatchObject({ ok: true })
  expect(await both.stripe.readCheckout(other.id)).toMatchObject({ state: 'expired', paymentId: undefined })
  expect(await both.stripe.readCheckout('cs_unknown')).toMatchObject({ ok: false, failure: 'rejected' })
})

test('a refund is made once, also when the key is forgotten there, and never beyond what was paid', async () => {
  const both = await start()
  const { id } = await opened(both)
  both.server.pay(id)
  const [paymentId] = [...both.server.payments.keys()] as [string]
  const refund = { key: 'refund-1', paymentId, amountCents: 1_000, wasTried: false }
  both.server.state.faults = ['drop']
  const first = await both.stripe.refund(refund)
  expect(first).toMatchObject({ ok: true })
  expect(await both.stripe.refund(refund)).toEqual(first)
  both.server.forgetKeys()
  expect(await both.stripe.refund({ ...refund, wasTried: true })).toEqual(first)
  expect(both.server.payments.get(paymentId)?.refunded).toBe(1_000)
  const other = await both.stripe.refund({ ...refund, key: 'refund-3', amountCents: 1, wasTried: true })
  expect([other.ok, other]).toEqual([true, expect.not.objectContaining(first)])
  const more = await both.stripe.refund({ ...refund, key: 'refund-2', amountCents: 1_401 })
  expect(more).toMatchObject({ ok: false, failure: 'rejected', reason: 'code-charge_already_refunded' })
  expect(await both.stripe.listMovements(Date.now() - 60_000)).toMatchObject({
    movements: expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', reference: paymentId, amountCents: 2_400, feeCents: 100 }),
      expect.objectContaining({ kind: 'refund', reference: 'refund-1', amountCents: -1_000 }),
    ]),
  })
  expect(await both.stripe.listMovements(Date.now() + 60_000)).toEqual({ ok: true, movements: [] })
})

test('a refund that the bank does not take is rejected, and its movements add up to nothing', async () => {
  const both = await start()
  const { id } = await opened(both)
  both.server.pay(id)
  both.server.state.failsRefunds = true
  const [paymentId] = [...both.server.payments.keys()] as [string]
  const refund = { key: 'refund-1', paymentId, amountCents: 1_000, wasTried: false }
  for (const wasTried of [false, true])
    expect(await both.stripe.refund({ ...refund, wasTried })).toEqual({
      ok: false,
      failure: 'rejected',
      reason: 'refund-failed',
    })
  const listed = await both.stripe.listMovements(Date.now() - 60_000)
  const moved = listed.ok ? listed.movements.filter(({ kind }) => kind === 'refund') : []
  expect(moved.map(({ reference, amountCents }) => [reference, amountCents])).toEqual(
    expect.arrayContaining([
      ['refund-1', -1_000],
      ['refund-1', 1_000],
    ]),
  )
})

const toSave = { ...order, label: 'Your card is kept. Nothing is charged now.' }
const charge = { key: 'charge-1', amountCents: 4_000, label: 'Fee for a booking', wasTried: false }

async function saved({ server, stripe }: Awaited<ReturnType<typeof start>>) {
  const opening = await stripe.createCardCheckout(toSave)
  if (!opening.ok) throw new Error(opening.reason)
  expect(await stripe.readCheckout(opening.id)).toMatchObject({ state: 'open', card: undefined })
  server.pay(opening.id)
  const read = await stripe.readCheckout(opening.id)
  if (!read.ok || !read.card) throw new Error('no card was saved')
  return { ...read, card: read.card, checkoutId: opening.id }
}

test('a card is saved without a payment, and the provider gets nobody’s name', async () => {
  const both = await start()
  const { checkoutId, ...read } = await saved(both)
  expect(read).toMatchObject({ state: 'saved', reference: 'payment-1', amountCents: 0, paymentId: undefined })
  expect(await both.stripe.createCardCheckout(toSave)).toMatchObject({ ok: true, id: checkoutId })
  expect(both.server.payments.size).toBe(0)
  const names = [...new URLSearchParams(both.server.calls[0]!.body).keys()]
  expect(names.toSorted()).toMatchInlineSnapshot(`
    [
      "allowed_payment_method_types[0]",
      "cancel_url",
      "client_reference_id",
      "custom_text[submit][message]",
      "customer_creation",
      "expires_at",
      "mode",
      "success_url",
    ]
  `)
  const other = await both.stripe.createCardCheckout({ ...toSave, key: 'key-2' })
  if (!other.ok) throw new Error(other.reason)
  await both.stripe.expireCheckout(other.id)
  expect(await both.stripe.readCheckout(other.id)).toMatchObject({ state: 'expired', card: undefined })
})

test('a saved card is charged once for each key, also when the answer was lost or the key is forgotten there', async () => {
  const both = await start()
  const { card } = await saved(both)
  both.server.calls.length = 0
  both.server.state.faults = ['drop']
  const first = await both.stripe.chargeCard({ ...charge, ...card })
  expect(first).toMatchObject({ ok: true, state: 'done', paymentId: expect.stringMatching(/^pi_/) })
  expect(await both.stripe.chargeCard({ ...charge, ...card })).toEqual(first)
  expect(await both.stripe.chargeCard({ ...charge, ...card, amountCents: 1 })).toMatchObject({ failure: 'rejected' })
  both.server.forgetKeys()
  expect(await both.stripe.chargeCard({ ...charge, ...card, wasTried: true })).toEqual(first)
  expect([...both.server.payments.values()].map(({ amount }) => amount)).toEqual([4_000])
  const names = [...new URLSearchParams(both.server.calls[0]!.body).keys()]
  expect(names.toSorted()).toMatchInlineSnapshot(`
    [
      "allowed_payment_method_types[0]",
      "amount",
      "confirm",
      "currency",
      "customer",
      "description",
      "metadata[charge]",
      "off_session",
      "payment_method",
    ]
  `)
  both.server.state.faults = ['hang', 'hang']
  expect(await both.stripe.chargeCard({ ...charge, ...card, key: 'charge-2' })).toMatchObject({ failure: 'busy' })
  both.server.state.faults = [409, 409]
  expect(await both.stripe.chargeCard({ ...charge, ...card, key: 'charge-2' })).toMatchObject({ failure: 'busy' })
  const paymentId = [...both.server.payments.keys()][0]!
  const refund = { key: 'refund-1', paymentId, amountCents: 4_000, wasTried: false }
  expect(await both.stripe.refund(refund)).toMatchObject({ ok: true })
})

test('a charge that the bank declines stays declined, and another key can charge the card', async () => {
  const both = await start()
  const { card } = await saved(both)
  const declined = { ok: true, state: 'declined', reason: 'authentication_required' }
  both.server.state.declines = 'authentication_required'
  expect(await both.stripe.chargeCard({ ...charge, ...card })).toEqual(declined)
  both.server.state.declines = undefined
  for (const wasTried of [false, true])
    expect(await both.stripe.chargeCard({ ...charge, ...card, wasTried })).toEqual(declined)
  expect(await both.stripe.chargeCard({ ...charge, ...card, key: 'charge-2' })).toMatchObject({ state: 'done' })
  expect(both.server.payments.size).toBe(1)
})

const neededPermissions = [
  'Checkout Sessions: Write',
  'Customers: Write',
  'PaymentIntents: Write',
  'Refunds: Write',
  'SetupIntents: Read',
  'PaymentMethods: Read',
  'Charges: Read',
  'Disputes: Read',
  'Balance: Read',
]

test.each(neededPermissions)('the test of the key names a missing permission: %s', async (permission) => {
  const { server, stripe } = await start()
  server.state.lacks = [permission]
  expect(await stripe.test()).toMatchObject({ ok: false, reason: 'permissions', said: permission })
})

test('the test of the key tries every permission and changes nothing, and everything works without any other', async () => {
  const both = await start()
  expect(await both.stripe.test()).toEqual({ ok: true })
  both.server.state.fault = () => 503
  expect(await both.stripe.test(), 'it names none while nothing answers').toMatchObject({ failure: 'busy' })
  both.server.state.fault = undefined
  both.server.state.lacks = neededPermissions
  expect(await both.stripe.test()).toMatchObject({ said: neededPermissions.join('; ') })
  expect(both.server.calls.every(({ path, method }) => method !== 'POST' || /none/.test(path))).toBe(true)
  // A key with these permissions alone: nothing is expanded.
  both.server.state.lacks = ['Payouts: Read']
  const { card } = await saved(both)
  const charged = await both.stripe.chargeCard({ ...charge, ...card })
  if (!charged.ok || charged.state !== 'done') throw new Error('not charged')
  await both.stripe.refund({ key: 'refund-1', paymentId: charged.paymentId, amountCents: 100, wasTried: true })
  expect(await both.stripe.listMovements(Date.now() - 60_000)).toMatchObject({
    movements: expect.arrayContaining([
      expect.objectContaining({ kind: 'payment', reference: charged.paymentId }),
      expect.objectContaining({ kind: 'refund', reference: 'refund-1' }),
    ]),
  })
  expect(await both.stripe.forgetCard(card)).toEqual({ ok: true })
})

test('only a decline is the bank’s; any other reason is kept as it is', async () => {
  const both = await start()
  const { card } = await saved(both)
  both.server.state.fails = 'card_velocity_exceeded'
  const failed = { ok: true, state: 'failed', reason: 'code-card_velocity_exceeded' }
  expect(await both.stripe.chargeCard({ ...charge, ...card })).toEqual(failed)
  both.server.state.lacks = ['PaymentIntents: Write']
  const refused = { ok: false, failure: 'busy', reason: 'status-403', said: 'This key lacks PaymentIntents: Write' }
  expect(await both.stripe.chargeCard({ ...charge, ...card, key: 'charge-2' })).toEqual(refused)
})

test('a refused checkout says why, without the key', async () => {
  const both = await start()
  both.server.state.refusesCheckouts = 'Set a business name. Key: rk_live_***a1'
  const refused = { ok: false, failure: 'rejected', reason: 'status-400', said: 'Set a business name. Key: …' }
  expect(await both.stripe.createCheckout(order)).toEqual(refused)
})

test.each([
  ['reserve_hold', 'own'],
  ['payout_minimum_balance_hold', 'own'],
  ['topup', 'own'],
  ['payout', 'own'],
  ['carrier_pigeon', 'other'],
])('a movement of the kind %s is %s', async (type, kind) => {
  const { server, stripe } = await start()
  server.moreMovements.push({ id: 'txn_1', type, reporting_category: type, amount: -500 })
  server.moreMovements.push({ id: 'txn_2', type: 'adjustment', reporting_category: 'fee', amount: -20 })
  expect(await stripe.listMovements(Date.now() - 60_000)).toMatchObject({
    movements: expect.arrayContaining([
      expect.objectContaining({ id: 'txn_1', kind, type, amountCents: -500 }),
      expect.objectContaining({ id: 'txn_2', kind: 'own', feeCents: 20 }),
    ]),
  })
})

test('a forgotten card cannot be charged, and is forgotten again without harm; one of another account is rejected', async () => {
  const both = await start()
  const { card } = await saved(both)
  both.server.state.faults = ['drop']
  expect(await both.stripe.forgetCard(card)).toEqual({ ok: true })
  expect(await both.stripe.forgetCard(card)).toEqual({ ok: true })
  const rejected = { ok: false, failure: 'rejected', reason: 'code-resource_missing' }
  expect(await both.stripe.chargeCard({ ...charge, ...card })).toMatchObject(rejected)
  const foreign = { customer: 'cus_foreign', method: 'pm_foreign' }
  expect(await both.stripe.forgetCard(foreign)).toMatchObject(rejected)
  expect(await both.stripe.chargeCard({ ...charge, ...foreign })).toMatchObject(rejected)
})

test('an event counts only with the provider’s signature of the last five minutes', async () => {
  const { stripe } = await start()
  const event = toPaymentEvent('cs_1', { id: 'evt_1' })
  const seconds = Math.floor(Date.now() / 1000)
  expect(await stripe.readEvent(event, signPaymentEvent(event))).toEqual({
    id: 'evt_1',
    isOurs: true,
    checkoutId: 'cs_1',
  })
  expect(await stripe.readEvent(event, signPaymentEvent(event, { secret: 'whsec_other' }))).toBeUndefined()
  expect(await stripe.readEvent(event, signPaymentEvent(event, { at: seconds - 310 }))).toBeUndefined()
  expect(await stripe.readEvent(event.replace('cs_1', 'cs_2'), signPaymentEvent(event))).toBeUndefined()
  for (const signature of ['', 't=1,v1=00', 'nonsense'])
    expect(await stripe.readEvent(event, signature)).toBeUndefined()
  const others = toPaymentEvent('cs_1', { account: 'acct_other' })
  expect(await stripe.readEvent(others, signPaymentEvent(others))).toMatchObject({ isOurs: false })
  const about = toPaymentEvent('ch_1', { type: 'charge.updated' })
  expect(await stripe.readEvent(about, signPaymentEvent(about))).toMatchObject({ checkoutId: undefined })
})
