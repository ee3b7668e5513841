import { type Product, supplementsAmong } from '#app/domain/catalogue/product.ts'
import { fdaDisclaimer } from '#content/products.ts'

/** Place it in the same section as its products. Renders nothing without a supplement. */
export function Disclaimer({ products }: { products: readonly Pick<Product, 'name' | 'supplement'>[] }) {
  const { any, named } = supplementsAmong(products)
  if (!any) return null
  return (
    <p className="disclaimer">
      {named.length > 0 && `${named.join(', ')}: `}
      <strong>{fdaDisclaimer}</strong>
    </p>
  )
}
