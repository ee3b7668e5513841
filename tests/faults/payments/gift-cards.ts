import { setTimeout as pause } from 'node:timers/promises'
import { visitor } from '#tests/support/visitor.ts'
import { newNumber } from './book.ts'
import { goToCheckout } from './checkout.ts'
import { orderAndPay } from './customers.ts'
import { attempt, type Deps } from './visitors.ts'

/** Buys a gift card; then several customers at once pay with it, and the rest online or at pick-up, while staff refund some. */
export async function buyAndUse(deps: Deps) {
  const { site, chance } = deps
  const buyer = visitor(site)
  const ownAmount = chance.oneOf(['10', '35', '60'])
  const email = `giver-${newNumber(deps)}@example.com`
  const purchase = { intent: 'buy', amount: 'own', ownAmount, email }
  const bought = await attempt(deps, () => buyer.post('/gift-cards', purchase))
  const path = bought?.headers.get('Location')?.replace(/\/pay$/, '')
  if (!path) return
  await goToCheckout(deps, buyer, path)
  const html = await attempt(deps, async () => (await buyer.get(path)).text())
  const giftCard = /card-code">([\dA-Z ]{19})</.exec(html ?? '')?.[1]
  if (!giftCard) return
  const customers = Array.from({ length: 3 }, () =>
    orderAndPay(deps, { giftCard, pay: chance.oneOf(['online', 'pick-up']) }),
  )
  await Promise.all([...customers, refundSome(deps, email)])
}

async function refundSome(deps: Deps, email: string) {
  const { chance, staff } = deps
  if (chance.next() > 0.5) return
  await pause(chance.between(0, 300))
  const card = await staff.findGiftCard(email)
  if (card) await staff.refund(deps, `gift-card:${card.id}`)
}
