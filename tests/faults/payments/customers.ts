import { setTimeout as pause } from 'node:timers/promises'
import { contact, product, shopper } from '#tests/support/shopper.ts'
import { goToCheckout } from './checkout.ts'
import { attempt, type Deps } from './visitors.ts'

/** Orders and pays; staff cancel some orders meanwhile, and reopen some of these. `typed`: in the form of the cart. */
export async function orderAndPay(deps: Deps, typed: Record<string, string> = {}) {
  const { site, seen } = deps
  const browser = shopper(site)
  await attempt(deps, () => browser.add(product.id))
  const placed = await attempt(deps, () => browser.press('order', { ...contact, pay: 'online', ...typed }))
  if (placed?.status === 503) seen.rejected += 1
  const location = placed?.headers.get('Location') ?? ''
  if (!location.startsWith('/orders/')) return
  const path = location.replace(/\/pay$/, '')
  await goToCheckout(deps, browser, path, () => cancelSome(deps, () => browser.get(path)))
}

async function cancelSome(deps: Deps, look: () => Promise<Response>) {
  const { chance, staff } = deps
  if (chance.next() > 0.3) return
  const html = await attempt(deps, async () => (await look()).text())
  const number = /<h1\b[^>]*>[^<]*?([\dA-Z]{3}-[\dA-Z]{3})\b/.exec(html ?? '')?.[1]
  if (!number) return
  await pause(chance.between(0, 200))
  await staff.changeOrder(number, 'new', 'cancelled')
  if (chance.next() < 0.3) await staff.changeOrder(number, 'cancelled', 'confirmed')
}
