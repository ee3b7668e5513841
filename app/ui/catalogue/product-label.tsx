import type { Product } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { productsPage } from '#content/pages/products.ts'
import { askForLabel } from '#content/products.ts'
import { PhoneLink } from '#app/ui/site/contact-links.tsx'
import { pictureUrl } from '#app/ui/site/pictures.tsx'

/** The confirmed parts of the label; without any, a phone number for questions. */
export function ProductLabel({ product, phone }: { product: Product; phone: ClinicFacts['phone'] }) {
  const words = productsPage.label
  const { name, label = {} } = product
  const { picture, certificate } = label
  const said = (['form', 'quantity', 'ingredients'] as const).filter((key) => label[key])
  if (said.length === 0 && !picture && !certificate)
    return (
      <p>
        {askForLabel} <PhoneLink phone={phone} />
      </p>
    )
  return (
    <div className="label">
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
