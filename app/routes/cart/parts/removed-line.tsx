import { Note } from '#app/ui/primitives/note.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { removeButtonId } from './cart-line.tsx'
import type { CartChanges } from './use-cart-changes.ts'

type RemovedLineProps = Pick<CartChanges, 'restore' | 'lost'> & {
  removed: NonNullable<CartChanges['removed']>
  /** The focus was on the line. */
  hasFocus?: boolean
}

/** In place of a line that was removed: what puts it back. */
export function RemovedLine({ removed, restore, lost, hasFocus }: RemovedLineProps) {
  const { id, name } = removed.line.product
  function undo() {
    restore(removed)
    document.getElementById(removeButtonId(id))?.focus()
  }
  return (
    <>
      <p>
        {words.removed(name)}{' '}
        <button
          type="button"
          className="btn-text"
          aria-label={words.undoRemove(name)}
          autoFocus={hasFocus}
          onClick={undo}
        >
          {words.undo}
        </button>
      </p>
      {lost?.product === id && <Note kind="error">{lost.text}</Note>}
    </>
  )
}
