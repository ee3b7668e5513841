import { toRestoreIntent } from '#app/domain/cart/cart-post.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { LineButton, orderFormId, removeButtonId } from './cart-line.tsx'
import type { CartChanges } from './use-cart-changes.ts'

type RemovedLineProps = Pick<CartChanges, 'restore' | 'lost'> & {
  removed: NonNullable<CartChanges['removed']>
  /** The focus was on the line. */
  hasFocus?: boolean
}

/** In place of a line that was removed: what puts it back. */
export function RemovedLine({ removed, restore, lost, hasFocus }: RemovedLineProps) {
  const { line, place } = removed
  const { id, name } = line.product
  function undo() {
    restore(removed)
    document.getElementById(removeButtonId(id))?.focus()
  }
  return (
    <>
      <p>
        {words.removed(name)}{' '}
        <LineButton
          className="btn-text"
          form={orderFormId}
          value={toRestoreIntent({ product: id, quantity: line.quantity }, place)}
          aria-label={words.undoRemove(name)}
          autoFocus={hasFocus}
          onPress={undo}
        >
          {words.undo}
        </LineButton>
      </p>
      {lost?.product === id && <Note kind="error">{lost.text}</Note>}
    </>
  )
}
