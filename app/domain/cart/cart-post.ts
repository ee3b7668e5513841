import {
  type Cart,
  type CartLine,
  type Catalogue,
  decrement,
  increment,
  parseQuantity,
  removeLine,
  restoreLine,
  setQuantity,
} from './cart.ts'
import { parseSnapshot } from './cart-view.ts'

export const quantityField = (product: string) => `quantity-${product}`

const changes = { increase: increment, decrease: decrement, remove: removeLine }

/** Value of a button named 'intent': '{change}:{product}', 'update' or 'order'. */
export const toIntent = (change: keyof typeof changes, product: string) => `${change}:${product}`

/** Takes back 'remove': 'restore:{product}:{quantity}:{place}'. */
export const toRestoreIntent = ({ product, quantity }: CartLine, place: number) =>
  `restore:${product}:${quantity}:${place}`

/** Returns the same cart if the intent changes no line. */
function applyIntent(cart: Cart, intent: string, catalogue: Catalogue): Cart {
  const [change = '', product = '', typed = '', place = ''] = intent.split(':')
  const quantity = change === 'restore' ? parseQuantity(typed) : undefined
  if (quantity !== undefined) return restoreLine(cart, { product, quantity }, Number(place) || 0, catalogue)
  return isChange(change) ? changes[change](cart, product, catalogue) : cart
}

export const parseIntentProduct = (intent: string) => intent.split(':')[1]

/**
 * Applies only quantities that differ from what the page showed: another tab may have changed the cart since. `unread`:
 * products whose typed quantity is invalid, except the one that the pressed button changes anyway.
 */
export function applyTypedQuantities(before: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue) {
  let cart = before
  const unread: string[] = []
  for (const [product, shown] of parseSnapshot(posted.shown ?? '')) {
    const typed = posted[quantityField(product)] ?? shown
    if (typed.trim() === shown) continue
    const changed = setQuantity(cart, product, typed, catalogue)
    if (changed === cart && parseIntentProduct(posted.intent ?? '') !== product) unread.push(product)
    cart = changed
  }
  return { cart, unread }
}

/** What a post changes: typed quantities, then what its button does. */
export function applyPost(before: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue) {
  const { cart, unread } = applyTypedQuantities(before, posted, catalogue)
  return { cart: applyIntent(cart, posted.intent ?? '', catalogue), unread }
}

const isChange = (change: string): change is keyof typeof changes => Object.hasOwn(changes, change)
