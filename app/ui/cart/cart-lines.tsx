import type { ComponentProps } from 'react'
import { intentOf, quantityField } from '#app/domain/cart/cart-post.ts'
import { shownText } from '#app/domain/cart/cart-view.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { Breakable } from '#app/ui/catalogue/breakable.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import type { ShownCart } from './cart-page.tsx'
import { Gone } from './gone.tsx'

/** Says with hidden fields which cart it shows, so that nothing is ordered that was not shown. */
export function CartLines({ cart }: { cart: ShownCart }) {
  return (
    <div id="cart-lines" data-live>
      <input type="hidden" name="cart" value={cart.id} />
      <input type="hidden" name="shown" value={shownText(cart)} />
      <Gone products={cart.gone} />
      <ul className="lines">
        {cart.lines.map((line) => (
          <Line key={line.product.id} line={line} />
        ))}
      </ul>
      <LiveButton className="btn-text update" id="update" value="update">
        {words.update}
      </LiveButton>
      <Disclaimer products={cart.lines.map(({ product }) => product)} />
      <MedWatch />
    </div>
  )
}

function Line({ line: { product, quantity, totalCents } }: { line: ShownCart['lines'][number] }) {
  const { id, name, priceCents, picture } = product
  return (
    <li className="ln">
      <Plate name={picture} priority />
      <div>
        <h2>
          <Breakable name={name} />
        </h2>
        <p className="hint num">{words.each(formatCents(priceCents))}</p>
        <LiveButton
          className="btn-text"
          id={`remove-${id}`}
          value={intentOf('remove', id)}
          aria-label={words.removeProduct(name)}
        >
          {words.remove}
        </LiveButton>
      </div>
      <div className="ln-end">
        <Quantity id={id} name={name} quantity={quantity} />
        <span className="tot num">{formatCents(totalCents)}</span>
      </div>
    </li>
  )
}

function Quantity({ id, name, quantity }: { id: string; name: string; quantity: number }) {
  const field = quantityField(id)
  const digits = String(quantity)
  return (
    <div className="qty">
      <LiveButton
        id={`lower-${id}`}
        value={intentOf('decrease', id)}
        disabled={quantity === 1}
        aria-label={words.lower(name)}
      >
        <Icon name="minus" small />
      </LiveButton>
      <label className="vh" htmlFor={field}>
        {words.quantityOf(name)}
      </label>
      <input
        type="text"
        id={field}
        name={field}
        className="num"
        inputMode="numeric"
        size={digits.length + 1}
        defaultValue={digits}
        data-press="update"
      />
      <LiveButton id={`raise-${id}`} value={intentOf('increase', id)} aria-label={words.raise(name)}>
        <Icon name="plus" small />
      </LiveButton>
    </div>
  )
}

/** Says what it wants done to the lines; what is typed in the order form beside them stays as it is. */
const LiveButton = (props: ComponentProps<'button'>) => <button type="submit" name="intent" data-live-only {...props} />
