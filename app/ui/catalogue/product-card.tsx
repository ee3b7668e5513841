import { Fragment } from 'react'
import type { Product } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { PlateName } from '#content/pictures.ts'
import { askForLabel } from '#content/products.ts'
import { PhoneLink } from '#app/ui/site/contact-links.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'

export type ProductWithPlate = Product & { picture: PlateName }

export function ProductCard({ product, phone }: { product: ProductWithPlate; phone: ClinicFacts['phone'] }) {
  return (
    <li id={product.id}>
      <article className="card prod">
        <div className="im">
          <Plate name={product.picture} priority />
        </div>
        <h3>
          <span>{breakable(product.name)}</span>
        </h3>
        <p className="price num">{formatCents(product.priceCents)}</p>
        <Label product={product} phone={phone} />
      </article>
    </li>
  )
}

function Label({ product: { label }, phone }: { product: Product; phone: ClinicFacts['phone'] }) {
  if (label) return <p>{[label.form, label.quantity, label.ingredients].filter(Boolean).join('. ')}</p>
  return (
    <p>
      {askForLabel}: <PhoneLink phone={phone} />
    </p>
  )
}

/** 'Triphala powder/Tab/Cap' may break after each slash. */
const breakable = (name: string) =>
  name.split('/').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && '/'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
