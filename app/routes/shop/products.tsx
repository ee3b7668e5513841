import { productCategories, type ProductCategory } from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { ProductCard } from '#app/ui/catalogue/product-card.tsx'
import { EmailLink, PhoneLink } from '#app/ui/site/contact-links.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { pictureUrl } from '#app/ui/site/pictures.tsx'
import { productThing } from '#app/ui/site/structured-data.ts'
import { Text } from '#app/ui/site/words.tsx'
import { productsPage } from '#content/pages/products.ts'
import { plates } from '#content/pictures.ts'
import { medWatch, products } from '#content/products.ts'

export const handle = contentPage({ shows: ['catalogue'] })

export default function Products() {
  const site = useSite()
  const things = products.map((product) => productThing(site, product, pictureUrl(plates[product.picture].file)))
  return (
    <>
      <PageTop page={productsPage} site={site} path="/products" jsonLd={things} />
      <div className="wrap body">
        <div className="shop">
          {productCategories.map((category) => (
            <Shelf key={category} category={category} clinic={site.clinic} />
          ))}
        </div>
        <HowToBuy clinic={site.clinic} />
        <BeforeUse />
      </div>
    </>
  )
}

/** The disclaimer stands in the same section as the supplements it is about. */
function Shelf({ category, clinic }: { category: ProductCategory; clinic: ClinicFacts }) {
  const onShelf = products.filter((product) => product.category === category)
  const headingId = category.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{category}</h2>
      <ul className="shelf">
        {onShelf.map((product) => (
          <ProductCard key={product.id} product={product} phone={clinic.phone} />
        ))}
      </ul>
      <Disclaimer products={onShelf} />
    </section>
  )
}

function HowToBuy({ clinic }: { clinic: ClinicFacts }) {
  const { heading, text, order } = productsPage.howToBuy
  return (
    <section className="fine" aria-labelledby="how-to-buy">
      <h2 id="how-to-buy">{heading}</h2>
      <div>
        <p>
          <Text words={text} clinic={clinic} />
        </p>
        <p>
          {order}: <PhoneLink phone={clinic.phone} />, <EmailLink address={clinic.emails.general} />
        </p>
      </div>
    </section>
  )
}

function BeforeUse() {
  const { heading, paragraphs } = productsPage.before
  return (
    <section className="fine" aria-labelledby="before-use">
      <h2 id="before-use">{heading}</h2>
      <div>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>
          <a href={medWatch.url}>{medWatch.text}</a>
        </p>
      </div>
    </section>
  )
}
