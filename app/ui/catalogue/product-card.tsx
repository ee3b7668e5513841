import { isAvailable, type Product } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { productsPage as words } from '#content/pages/products.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { Breakable } from './breakable.tsx'
import { ProductLabel } from './product-label.tsx'

type ProductCardProps = {
  product: Product
  clinic: ClinicFacts
  /** Quantity in the cart, right after adding one. */
  added?: number
}

export function ProductCard({ product, clinic, added }: ProductCardProps) {
  const { id, name } = product
  return (
    // The answer to 'Add to Cart' leads here, and its focus with it.
    <li id={id} tabIndex={added === undefined ? undefined : -1}>
      <article className="card prod">
        <div className="prod-in">
          <div className="im">
            <Plate name={product.picture} priority />
          </div>
          <h3>
            <span>
              <Breakable name={name} />
            </span>
          </h3>
          <p className="price num">{formatCents(product.priceCents)}</p>
          <ProductLabel product={product} />
          {isAvailable(product) ? (
            <PostForm action="/cart" offline={words.offline(clinic)}>
              {product.forms && <FormChoice id={id} forms={product.forms} />}
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
          ) : (
            <p className="not-now">{words.notAvailable}</p>
          )}
        </div>
        <div className="added" id={`added-${id}`}>
          {added !== undefined && <Added quantity={added} />}
        </div>
      </article>
    </li>
  )
}

function FormChoice({ id, forms }: { id: string; forms: NonNullable<Product['forms']> }) {
  return (
    <p className="form-choice">
      <label htmlFor={`form-${id}`}>{words.form}</label>
      <select id={`form-${id}`} name="form">
        {forms.map((form) => (
          <option key={form.id} value={form.id}>
            {form.label}
          </option>
        ))}
      </select>
    </p>
  )
}

function Added({ quantity }: { quantity: number }) {
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
