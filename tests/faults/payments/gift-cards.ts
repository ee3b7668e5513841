import { visitor } from '#tests/support/visitor.ts'
import { goToCheckout } from './checkout.ts'
import { orderAndPay } from './customers.ts'
import { attempt, type Deps } from './visitors.ts'

/** Buys a gift card; then several customers at once pay with it, and the rest online or at pick-up. */
export async function buyAndUse(deps: Deps) {
  const { site, chance } = deps
  const buyer = visitor(site)
  const ownAmount = chance.oneOf(['10', '35', '60'])
  const purchase = { intent: 'buy', amount: 'own', ownAmount, email: 'giver@example.com' }
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
  await Promise.all(customers)
}
