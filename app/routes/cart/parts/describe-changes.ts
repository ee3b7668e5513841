import type { CartView } from '#app/domain/cart/cart-view.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { cartPage } from '#content/pages/cart.ts'
import { stockWords } from '#content/pages/stock.ts'

/** For screen readers: each changed line and the new total. */
export function describeChanges(before: CartView, after: CartView) {
  const removed = before.lines.filter(({ product: { id } }) => !findLine(after, id))
  const changed = after.lines.filter(({ product, quantity }) => findLine(before, product.id)?.quantity !== quantity)
  if (removed.length + changed.length === 0) return undefined
  return [
    ...removed.map(({ product }) => cartPage.removed(product.name)),
    ...changed.flatMap(({ product: { name, left }, quantity }) => [
      cartPage.changed(name, quantity),
      ...(left !== undefined && quantity > left ? [stockWords.tooMany(left)] : []),
    ]),
    cartPage.newTotal(formatCents(after.totalCents)),
  ].join(' ')
}

const findLine = ({ lines }: CartView, product: string) => lines.find((line) => line.product.id === product)
