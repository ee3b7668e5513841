import { Fragment } from 'react'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { CartLine } from './cart-line.tsx'
import type { ShownCart } from './cart-page.tsx'
import { RemovedLine } from './removed-line.tsx'
import type { CartChanges } from './use-cart-changes.ts'

type CartLinesProps = { cart: ShownCart; changes: CartChanges; many: string }

/** Hidden fields name the cart that the page shows, so that nothing else is ordered. */
export function CartLines({ cart, changes, many }: CartLinesProps) {
  const { view, removed, snapshot } = changes
  const undo = removed && (
    <li className="removed">
      <RemovedLine {...changes} removed={removed} hasFocus />
    </li>
  )
  return (
    <div>
      <input type="hidden" name="cart" value={cart.id} />
      <input type="hidden" name="shown" value={snapshot} />
      <UnavailableProducts products={view.unavailable} />
      <ul className="lines">
        {view.lines.map((line, place) => (
          <Fragment key={line.product.id}>
            {place === removed?.place && undo}
            <CartLine line={line} place={place} changes={changes} many={many} />
          </Fragment>
        ))}
        {removed && removed.place >= view.lines.length && undo}
      </ul>
      <button type="submit" className="btn-text update" name="intent" value="update">
        {words.update}
      </button>
      <Disclaimer products={view.lines.map(({ product }) => product)} />
      <MedWatch />
    </div>
  )
}

/** Products that left the cart because they can't be ordered now. */
export function UnavailableProducts({ products }: { products: readonly (string | undefined)[] }) {
  if (products.length === 0) return null
  return (
    <div className="gone">
      <Note kind="warn">
        {[...new Set(products)].map((name) => (
          <p key={name ?? ''}>{words.gone(name)}</p>
        ))}
      </Note>
    </div>
  )
}
