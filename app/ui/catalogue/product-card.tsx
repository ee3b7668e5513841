import { type Product, productPath } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { shownLeft } from '#app/domain/catalogue/stock.ts'
import { productsPage as words } from '#content/pages/products.ts'
import { stockWords } from '#content/pages/stock.ts'
import { Plate } from '#app/ui/site/pictures.tsx'
import { Breakable } from './breakable.tsx'
import { Added, BuyForm } from './buy-form.tsx'
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
            <a href={productPath(product)}>
              <Breakable name={name} />
            </a>
          </h3>
          <p className="price num">{formatCents(product.priceCents)}</p>
          <ProductLabel product={product} />
          <BuyForm product={product} clinic={clinic}>
            {product.forms && <FormChoice id={id} forms={product.forms} />}
          </BuyForm>
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
          <option key={form.id} value={form.id} disabled={form.left === 0}>
            {nameForm(form)}
          </option>
        ))}
      </select>
    </p>
  )
}

/** 'Powder: Only 2 left'. */
function nameForm({ label, left }: NonNullable<Product['forms']>[number]) {
  const shown = shownLeft(left)
  return shown === undefined ? label : stockWords.ofForm(label, stockWords.left(shown))
}
