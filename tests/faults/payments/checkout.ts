import { setTimeout as pause } from 'node:timers/promises'
import { signPaymentEvent, toPaymentEvent } from '#tests/support/payment-server.ts'
import { attempt, type Browser, type Deps } from './visitors.ts'

/**
 * Goes to the checkout of what the page at `path` shows, sometimes in several tabs, and most often pays there, or has a
 * card saved. `meanwhile`: what happens to it at the same time.
 */
export async function goToCheckout(
  deps: Deps,
  browser: Browser,
  path: string,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const { server, chance } = deps
  const tabs = chance.oneOf([0, 0, 1, 2])
  await Promise.all(Array.from({ length: tabs }, () => attempt(deps, () => browser.post(`${path}/pay`, {}))))
  const leadOn = await attempt(deps, () => browser.get(`${path}/pay`))
  const session = /\/pay\/(cs_test_\w+)/.exec(leadOn?.headers.get('Refresh') ?? '')?.[1]
  const happening = meanwhile()
  if (session && chance.next() < 0.8) {
    await pause(chance.between(0, 200))
    server.pay(session)
    await Promise.all([attempt(deps, () => hint(deps, session)), attempt(deps, () => comeBack(deps, browser, session))])
  }
  await happening
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
async function comeBack({ server, chance }: Deps, browser: Browser, session: string) {
  if (chance.next() < 0.5) return
  const { pathname } = new URL(server.sessions.get(session)!.paidUrl)
  await browser.get(pathname)
}
