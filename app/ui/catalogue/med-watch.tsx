import { medWatch } from '#content/products.ts'

/** What to do after a reaction; stands once wherever products do. */
export const MedWatch = () => (
  <p className="medwatch">
    <a href={medWatch.url}>{medWatch.text}</a>
  </p>
)
