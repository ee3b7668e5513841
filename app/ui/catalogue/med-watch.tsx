import { medWatch } from '#content/products.ts'
import { PhoneLink } from '#app/ui/site/contact-links.tsx'

/** What to do after a reaction; once on each page with products. */
export function MedWatch() {
  const { before, name, url, phone } = medWatch
  return (
    <p className="medwatch">
      {before} <a href={url}>{name}</a>, <PhoneLink phone={phone} />.
    </p>
  )
}
