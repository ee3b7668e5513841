import { setTimeout as pause } from 'node:timers/promises'
import { signPaymentEvent, type startPaymentServer, toPaymentEvent } from '#tests/support/payment-server.ts'
import { contact, product, shopper } from '#tests/support/shopper.ts'
import type { Chance } from '../chance.ts'
import type { Seen } from '../suite.ts'

export type PaymentServer = Awaited<ReturnType<typeof startPaymentServer>>

type Site = { url: string }
type Deps = { site: Site; server: PaymentServer; chance: Chance; seen: Seen; cancel(number: string): Promise<unknown> }

/** A few customers at once, each ordering and paying until the round is over. */
export const payConcurrently = (deps: Deps, isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: 4 }, async () => {
      do {
        await orderAndPay(deps)
        await pause(deps.chance.between(0, 100))
      } while (!isOver())
    }),
  )

/** Whatever fails here is given up: the website has to make the best of it. */
async function orderAndPay(deps: Deps) {
  const { site, server, chance, seen, cancel } = deps
  const browser = shopper(site)
  const attempt = <Answer>(work: () => Promise<Answer>) => work().catch(() => void (seen.unanswered += 1))
  await attempt(() => browser.add(product.id))
  const placed = await attempt(() => browser.press('order', { ...contact, pay: 'online' }))
  if (placed?.status === 503) seen.rejected += 1
  const path = placed?.headers.get('Location') ?? ''
  if (!path.startsWith('/orders/')) return
  const order = path.replace(/\/pay$/, '')
  // Two tabs.
  if (chance.next() < 0.3) await attempt(() => browser.post(`${order}/pay`, {}))
  const leadOn = await attempt(() => browser.get(`${order}/pay`))
  const session = /\/pay\/(cs_test_\w+)/.exec(leadOn?.headers.get('Refresh') ?? '')?.[1]
  const label = session && server.sessions.get(session)?.label
  const cancels =
    chance.next() < 0.3 && label ? pause(chance.between(0, 200)).then(() => cancel(label.slice(-7))) : undefined
  if (session && chance.next() < 0.8) {
    await pause(chance.between(0, 200))
    server.pay(session)
    await Promise.all([attempt(() => hint(deps, session)), attempt(() => comeBack(deps, browser, session))])
  }
  await cancels
}

/** Lost, once, twice, or about something that did not happen. */
async function hint({ site, chance }: Deps, session: string) {
  const event = toPaymentEvent(session)
  const times = chance.oneOf([0, 1, 2])
  for (let time = 0; time < times; time += 1) {
    await pause(chance.between(0, 100))
    const headers = { 'Stripe-Signature': signPaymentEvent(event) }
    await fetch(`${site.url}/payments/stripe`, { method: 'POST', body: event, headers })
  }
}

/** Or the browser was closed. */
async function comeBack({ server, chance }: Deps, browser: ReturnType<typeof shopper>, session: string) {
  if (chance.next() < 0.5) return
  const { pathname } = new URL(server.sessions.get(session)!.paidUrl)
  await browser.get(pathname)
}
