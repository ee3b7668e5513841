import type { ReactNode } from 'react'
import { isAvailable, isSoldOut, type Product } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { productsPage as words } from '#content/pages/products.ts'
import { stockWords } from '#content/pages/stock.ts'
import { shownLeft } from '#app/domain/catalogue/stock.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'

type BuyFormProps = {
  product: Product
  clinic: ClinicFacts
  /** What is chosen with it. */
  children?: ReactNode
}

/** 'Add to Cart', or that there is none now. */
export function BuyForm({ product, clinic, children }: BuyFormProps) {
  const { id, name } = product
  if (!isAvailable(product)) return <p className="not-now">{words.notAvailable}</p>
  if (isSoldOut(product)) return <p className="not-now">{stockWords.left(0)}</p>
  // Of forms, each says it.
  const left = product.forms ? undefined : shownLeft(product.left)
  return (
    <PostForm action="/cart" offline={words.offline(clinic)}>
      {children}
      {left !== undefined && <p className="few">{stockWords.left(left)}</p>}
      <Button
        wide
        id={`add-${id}`}
        name="intent"
        value={`add:${id}`}
        pending={words.adding}
        aria-label={`${words.add}: ${name}`}
      >
        {words.add}
      </Button>
    </PostForm>
  )
}

/** The answer to it. */
export function Added({ quantity }: { quantity: number }) {
  return (
    <p>
      <Icon name="check" />
      <span>
        {words.added(quantity)}
        <a href={words.toCart.href}>{words.toCart.text}</a>
      </span>
    </p>
  )
}
