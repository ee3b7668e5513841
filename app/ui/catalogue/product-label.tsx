import type { Product } from '#app/domain/catalogue/product.ts'
import { productsPage } from '#content/pages/products.ts'
import { pictureUrl } from '#app/ui/site/pictures.tsx'

/** The confirmed parts of the label; nothing without any. */
export function ProductLabel({ product }: { product: Product }) {
  const words = productsPage.label
  const { name, label = {} } = product
  const { picture, certificate } = label
  const said = (['form', 'quantity', 'ingredients'] as const).filter((key) => label[key])
  if (said.length === 0 && !picture && !certificate) return null
  return (
    <div className="label">
      <h4>{words.heading}</h4>
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
      {picture && (
        <img
          src={pictureUrl(picture.file)}
          alt={productsPage.labelPicture(name)}
          width={picture.width}
          height={picture.height}
          loading="lazy"
        />
      )}
      {certificate && (
        <p>
          <a href={certificate.href}>{words.certificate(certificate.lot)}</a>
        </p>
      )}
    </div>
  )
}
