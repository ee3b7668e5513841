import { type Product, productPath } from '#app/domain/catalogue/product.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { Breakable } from '#app/ui/catalogue/breakable.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'

type OtherProductsProps = {
  products: readonly Product[]
  words: Content<'products-page'>['own']
  /** The page has the disclaimer already. */
  disclaimed: boolean
}

/** Each card is one link to its product. */
export function OtherProducts({ products, words, disclaimed }: OtherProductsProps) {
  if (products.length === 0) return null
  return (
    <section className="wrap others" aria-labelledby="others">
      <div className="ends sechead">
        <h2 id="others">{words.related}</h2>
        <MoreLink href={words.all.href}>{words.all.text}</MoreLink>
      </div>
      <ul className="cards related">
        {products.map((product) => (
          <li key={product.id}>
            <a className="card" href={productPath(product)}>
              <div className="im">
                <Plate name={product.picture} />
              </div>
              <h3>
                <span>
                  <Breakable name={product.name} />
                </span>
              </h3>
              <p>{product.category}</p>
              <p className="price num">{formatCents(product.priceCents)}</p>
            </a>
          </li>
        ))}
      </ul>
      {!disclaimed && <Disclaimer products={products} />}
    </section>
  )
}
