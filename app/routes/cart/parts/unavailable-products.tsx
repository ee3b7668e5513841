import { Note } from '#app/ui/primitives/note.tsx'
import { cartPage } from '#content/pages/cart.ts'

/** Products that left the cart because they can't be ordered now. */
export function UnavailableProducts({ products }: { products: readonly (string | undefined)[] }) {
  if (products.length === 0) return null
  return (
    <div className="gone">
      <Note kind="warn">
        {[...new Set(products)].map((name) => (
          <p key={name ?? ''}>{cartPage.gone(name)}</p>
        ))}
      </Note>
    </div>
  )
}
