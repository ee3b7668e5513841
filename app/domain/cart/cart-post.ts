import { type Cart, type Catalogue, decrement, increment, removeLine, setQuantity } from './cart.ts'
import { parseSnapshot } from './cart-view.ts'

export const quantityField = (product: string) => `quantity-${product}`

const changes = { increase: increment, decrease: decrement, remove: removeLine }

/** Value of a button named 'intent': '{change}:{product}', 'update' or 'order'. */
export const toIntent = (change: keyof typeof changes, product: string) => `${change}:${product}`

/** Returns the same cart if the intent changes no line. */
export function applyIntent(cart: Cart, intent: string, catalogue: Catalogue): Cart {
  const [change = '', product = ''] = intent.split(':')
  return isChange(change) ? changes[change](cart, product, catalogue) : cart
}

export const parseIntentProduct = (intent: string) => intent.split(':')[1]

/** Applies only quantities that differ from what the page showed: another tab may have changed the cart since. */
export function applyTypedQuantities(cart: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue): Cart {
  let typedIn = cart
  for (const [product, shown] of parseSnapshot(posted.shown ?? '')) {
    const typed = posted[quantityField(product)] ?? shown
    if (typed.trim() !== shown) typedIn = setQuantity(typedIn, product, typed, catalogue)
  }
  return typedIn
}

/** Products whose typed quantity is invalid, except the one that the pressed button changes anyway. */
export const findInvalidQuantities = (cart: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue) =>
  [...parseSnapshot(posted.shown ?? '')].flatMap(([product, shown]) => {
    const typed = posted[quantityField(product)] ?? shown
    const isUnread = typed.trim() !== shown && setQuantity(cart, product, typed, catalogue) === cart
    return isUnread && parseIntentProduct(posted.intent ?? '') !== product ? [product] : []
  })

const isChange = (change: string): change is keyof typeof changes => Object.hasOwn(changes, change)
