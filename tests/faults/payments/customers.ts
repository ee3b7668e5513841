import { setTimeout as pause } from 'node:timers/promises'
import { contact, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { goToCheckout } from './checkout.ts'
import { attempt, type Deps } from './visitors.ts'

/**
 * Orders and pays. Staff cancel some orders meanwhile, and undo that or reopen them, and refund some; what is no longer paid is
 * paid again. `typed`: in the form of the cart.
 */
export async function orderAndPay(deps: Deps, typed: Record<string, string> = {}) {
  const { site, seen } = deps
  const browser = shopper(site)
  await attempt(deps, () => browser.add(product.id))
  const placed = await attempt(deps, () => browser.press('order', { ...contact, pay: 'online', ...typed }))
  if (placed?.status === 503) seen.rejected += 1
  const location = placed?.headers.get('Location') ?? ''
  if (!location.startsWith('/orders/')) return
  const path = location.replace(/\/pay$/, '')
  const html = await attempt(deps, async () => (await browser.get(path)).text())
  const number = /<h1\b[^>]*>[^<]*?([\dA-Z]{3}-[\dA-Z]{3})\b/.exec(html ?? '')?.[1]
  if (!number) return goToCheckout(deps, browser, path)
  await goToCheckout(deps, browser, path, () => cancelSome(deps, number))
  await Promise.all([refundSome(deps, number), cancelSome(deps, number)])
  if (deps.chance.next() < 0.3) await goToCheckout(deps, browser, path)
}

async function cancelSome({ chance, staff }: Deps, number: string) {
  if (chance.next() > 0.3) return
  await pause(chance.between(0, 200))
  const status = chance.oneOf(['new', 'new', 'confirmed'])
  await staff.changeOrder(number, status, 'cancelled')
  const after = chance.next()
  if (after < 0.3) {
    await staff.changeOrder(number, 'cancelled', 'confirmed')
    await pause(chance.between(0, 300))
    if (chance.next() < 0.3) await staff.undoOrder(number, 'confirmed', 'cancelled')
  } else if (after < 0.6) await staff.undoOrder(number, 'cancelled', status)
}

async function refundSome(deps: Deps, number: string) {
  if (deps.chance.next() < 0.5) await deps.staff.refund(deps, `order:${number}`)
}
