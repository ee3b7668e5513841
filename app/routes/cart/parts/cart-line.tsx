import { type ComponentProps, useRef, useState } from 'react'
import { isTooMany } from '#app/domain/cart/cart.ts'
import { toIntent, quantityField } from '#app/domain/cart/cart-post.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { shownLeft } from '#app/domain/catalogue/stock.ts'
import { Breakable } from '#app/ui/catalogue/breakable.tsx'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { stockWords } from '#content/pages/stock.ts'
import type { CartLine as Line } from './cart-page.tsx'
import type { CartChanges } from './use-cart-changes.ts'

/** `many`: about large quantities. */
type CartLineProps = { line: Line; place: number; changes: CartChanges; many: string }

export function CartLine({ line, place, changes, many }: CartLineProps) {
  const { product, quantity, totalCents } = line
  const { id, name, priceCents, picture } = product
  const unread = changes.unread[id]
  const error = unread ? quantityError(unread.typed, many) : tooManyError(line)
  const left = shownLeft(product.left)
  return (
    <li className="ln">
      <Plate name={picture} priority />
      <div>
        <h2>
          <Breakable name={name} />
        </h2>
        <p className="hint num">{words.each(formatCents(priceCents))}</p>
        <LineButton
          className="btn-text"
          id={removeButtonId(id)}
          value={toIntent('remove', id)}
          aria-label={words.removeProduct(name)}
          onPress={() => changes.remove(line, place)}
        >
          {words.remove}
        </LineButton>
      </div>
      <div className="ln-end">
        <Quantity line={line} unread={unread} changes={changes} isWrong={error !== undefined} />
        <span className="tot num">{formatCents(totalCents)}</span>
      </div>
      {error && <FieldError id={`${quantityField(id)}-error`} text={error} />}
      {!error && left !== undefined && <p className="hint">{stockWords.left(left)}</p>}
      {quantity > maxWithoutCall && error !== many && <p className="hint">{many}</p>}
      {changes.lost?.product === id && <Note kind="error">{changes.lost.text}</Note>}
    </li>
  )
}

/** Larger quantities are allowed, but the stock is small, so ask for a call. */
const maxWithoutCall = 20

export const orderFormId = 'order'

export const removeButtonId = (product: string) => `remove-${product}`

function quantityError(typed: string, many: string) {
  if (isTooMany(typed)) return many
  return typed.trim() ? words.notAQuantity(typed.trim().slice(0, 20)) : words.noQuantity
}

/** More than are left. */
const tooManyError = ({ product: { left }, quantity }: Line) =>
  left !== undefined && quantity > left ? stockWords.tooMany(left) : undefined

type QuantityProps = {
  line: Line
  unread: CartChanges['unread'][string] | undefined
  changes: CartChanges
  /** Its error is shown. */
  isWrong: boolean
}

function Quantity({ line: { product, quantity }, unread, changes, isWrong }: QuantityProps) {
  const { id, name } = product
  const field = quantityField(id)
  const digits = String(quantity)
  /** Until the field is left, or Enter is pressed. */
  const [typing, setTyping] = useState<string>()
  const group = useRef<HTMLDivElement>(null)

  function apply() {
    if (typing !== undefined && typing.trim() !== digits) changes.type(id, typing)
    setTyping(undefined)
  }

  function decrease() {
    changes.press('decrease', id)
    // The button is disabled then, and would lose the focus.
    if (quantity === 2) group.current?.focus()
  }

  return (
    <div className="qty" ref={group} tabIndex={-1}>
      <LineButton
        value={toIntent('decrease', id)}
        disabled={quantity === 1}
        aria-label={words.lower(name)}
        onPress={decrease}
      >
        <Icon name="minus" small />
      </LineButton>
      <label className="vh" htmlFor={field}>
        {words.quantityOf(name)}
      </label>
      {/* The first of a name counts: Place Order right after an invalid quantity orders nothing. */}
      {unread && !unread.sent && <input type="hidden" name={field} value={unread.typed} />}
      <input
        type="text"
        id={field}
        name={field}
        className="num"
        inputMode="numeric"
        size={digits.length + 1}
        value={typing ?? digits}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${field}-error` : undefined}
        onChange={({ target }) => setTyping(target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would place the order.
          event.preventDefault()
          apply()
        }}
      />
      <LineButton
        value={toIntent('increase', id)}
        aria-label={words.raise(name)}
        onPress={() => changes.press('increase', id)}
      >
        <Icon name="plus" small />
      </LineButton>
    </div>
  )
}

/** Without scripts it submits the form of the page. */
export const LineButton = ({ onPress, ...button }: ComponentProps<'button'> & { onPress: () => void }) => (
  <button
    type="submit"
    name="intent"
    onClick={(event) => {
      event.preventDefault()
      onPress()
    }}
    {...button}
  />
)
