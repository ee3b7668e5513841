import { type Cart, type Catalogue, decrement, increment, removeLine, setQuantity } from './cart.ts'
import { parseSnapshot } from './cart-view.ts'

/** Field of a line's quantity in the cart's form. */
export const quantityField = (product: string) => `quantity-${product}`

const changes = { increase: increment, decrease: decrement, remove: removeLine }

/** What a button says with its name 'intent' and its value '{change}:{product}', or 'update' or 'order'. */
export const toIntent = (change: keyof typeof changes, product: string) => `${change}:${product}`

/** The cart after the press of such a button; the same when the button changes no line. */
export function applyIntent(cart: Cart, intent: string, catalogue: Catalogue): Cart {
  const [change = '', product = ''] = intent.split(':')
  return isChange(change) ? changes[change](cart, product, catalogue) : cart
}

export const parseIntentProduct = (intent: string) => intent.split(':')[1]

/**
 * The cart with the quantities that were typed over those that the page showed. A field that still holds what was shown
 * is no wish: another tab may have changed the cart since.
 */
export function applyTypedQuantities(cart: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue): Cart {
  let typedIn = cart
  for (const [product, shown] of parseSnapshot(posted.shown ?? '')) {
    const typed = posted[quantityField(product)] ?? shown
    if (typed.trim() !== shown) typedIn = setQuantity(typedIn, product, typed, catalogue)
  }
  return typedIn
}

/** The lines whose typed quantity the cart cannot take, and which the press itself leaves alone. */
export const findInvalidQuantities = (cart: Cart, posted: Readonly<Record<string, string>>, catalogue: Catalogue) =>
  [...parseSnapshot(posted.shown ?? '')].flatMap(([product, shown]) => {
    const typed = posted[quantityField(product)] ?? shown
    const isUnread = typed.trim() !== shown && setQuantity(cart, product, typed, catalogue) === cart
    return isUnread && parseIntentProduct(posted.intent ?? '') !== product ? [product] : []
  })

const isChange = (change: string): change is keyof typeof changes => Object.hasOwn(changes, change)
