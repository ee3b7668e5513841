import type { Product } from '#app/domain/catalogue/product.ts'
import { productsPage } from '#content/pages/products.ts'

type ProductLabelProps = { product: Product; heading?: 'h2' | 'h4' }

/** The confirmed parts of the label; nothing without any. */
export function ProductLabel({ product: { label = {} }, heading: Heading = 'h4' }: ProductLabelProps) {
  const words = productsPage.label
  const { certificate } = label
  const said = (['form', 'quantity', 'ingredients', 'suggestedUse'] as const).filter((key) => label[key])
  if (said.length === 0 && !certificate) return null
  return (
    <div className="label">
      <Heading>{words.heading}</Heading>
      {said.length > 0 && (
        <dl>
          {said.map((key) => (
            <div key={key}>
              <dt>{words[key]}</dt>
              <dd>{label[key]}</dd>
            </div>
          ))}
        </dl>
      )}
      {certificate && (
        <p>
          <a href={certificate.href}>{words.certificate(certificate.lot)}</a>
        </p>
      )}
    </div>
  )
}
