import type { ComponentProps } from 'react'
import { isTooMany } from '#app/domain/cart/cart.ts'
import { toIntent, quantityField } from '#app/domain/cart/cart-post.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { toSnapshot } from '#app/domain/cart/cart-view.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { Breakable } from '#app/ui/catalogue/breakable.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import type { CartAnswer, ShownCart } from './cart-page.tsx'

/** Hidden fields name the cart that the page shows, so that nothing else is ordered. */
export function CartLines({ cart, answer, clinic }: { cart: ShownCart; answer?: CartAnswer; clinic: ClinicFacts }) {
  return (
    <div id="cart-lines" data-live>
      <input type="hidden" name="cart" value={cart.id} />
      <input type="hidden" name="shown" value={toSnapshot(cart)} />
      <UnavailableProducts products={cart.unavailable} />
      <ul className="lines">
        {cart.lines.map((line) => (
          <Line
            key={line.product.id}
            line={line}
            unread={
              answer?.unread?.includes(line.product.id)
                ? answer.form.values?.[quantityField(line.product.id)]
                : undefined
            }
            clinic={clinic}
          />
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

type LineProps = {
  line: ShownCart['lines'][number]
  /** The typed quantity, if it is invalid. */
  unread?: string
  clinic: ClinicFacts
}

function Line({ line: { product, quantity, totalCents }, unread, clinic }: LineProps) {
  const { id, name, priceCents, picture } = product
  const { display: phone } = clinic.phone
  const error = unread === undefined ? undefined : quantityError(unread, phone)
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
          value={toIntent('remove', id)}
          aria-label={words.removeProduct(name)}
        >
          {words.remove}
        </LiveButton>
      </div>
      <div className="ln-end">
        <Quantity id={id} name={name} quantity={quantity} isWrong={error !== undefined} />
        <span className="tot num">{formatCents(totalCents)}</span>
      </div>
      {error !== undefined && <FieldError id={`${quantityField(id)}-error`} text={error} />}
      {quantity > maxWithoutCall && error !== words.many(phone) && <p className="hint">{words.many(phone)}</p>}
    </li>
  )
}

function quantityError(typed: string, phone: string) {
  if (isTooMany(typed)) return words.many(phone)
  return typed.trim() ? words.notAQuantity(typed.trim().slice(0, 20)) : words.noQuantity
}

function Quantity({ id, name, quantity, isWrong }: { id: string; name: string; quantity: number; isWrong: boolean }) {
  const field = quantityField(id)
  const digits = String(quantity)
  return (
    <div className="qty">
      <LiveButton
        id={`lower-${id}`}
        value={toIntent('decrease', id)}
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
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${field}-error` : undefined}
        data-press="update"
      />
      <LiveButton id={`raise-${id}`} value={toIntent('increase', id)} aria-label={words.raise(name)}>
        <Icon name="plus" small />
      </LiveButton>
    </div>
  )
}

/** Larger quantities are allowed, but the stock is small, so ask for a call. */
const maxWithoutCall = 20

/** Replaces only the lines, so that the typed order form stays. */
const LiveButton = (props: ComponentProps<'button'>) => <button type="submit" name="intent" data-live-only {...props} />

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
