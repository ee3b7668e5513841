import '#app/ui/styles/shop-and-booking.css'
import type { CartLine } from '#app/domain/cart/cart.ts'
import { toHowToBuy } from '#app/domain/catalogue/how-to-buy.ts'
import {
  type Product,
  productCategories,
  type ProductCategory,
  productIdOf,
  saleItems,
  shelfAnchor,
} from '#app/domain/catalogue/product.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { takeFlash } from '#app/http/flash.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { listStockedProducts } from '#app/http/stock.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { getCart } from '#app/http/cart.server.ts'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { ProductCard } from '#app/ui/catalogue/product-card.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { plateUrl } from '#app/ui/site/pictures.tsx'
import { productThing } from '#app/ui/site/structured-data.ts'
import { Text } from '#app/ui/site/words.tsx'
import { productsPage as words } from '#content/pages/products.ts'
import type { Route } from './+types/products.ts'

export const handle = readPage({ shows: ['catalogue', 'stock'] })

/** With the line that was just added to the cart. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const page = content.read('products-page', clinic.facts(Date.now()))
  const products = await listStockedProducts(context)
  const flash = takeFlash(request, context, '/products')
  const added = flash && getCart(request, context).lines.find(({ product }) => product === flash.about)
  return { page, products, added }
}

export default function Products({ loaderData: { page, products, added } }: Route.ComponentProps) {
  const site = useSite()
  const name = saleItems(products).find(({ id }) => id === added?.product)?.name
  const things = products.map((product) => productThing(site, product, product.picture && plateUrl(product.picture)))
  return (
    <>
      <PageTop page={page} site={site} path="/products" jsonLd={things} />
      <div className="wrap body">
        <p className="vh" id="said" role="status">
          {name && added && words.inCart(name, added.quantity)}
        </p>
        {/* The disclaimer must be in the same section as its supplements. */}
        <section aria-label={words.shelf}>
          <div className="shop">
            {productCategories.map((category) => (
              <Shelf key={category} category={category} products={products} clinic={site.clinic} added={added} />
            ))}
          </div>
          <Disclaimer products={products} />
        </section>
        <BuyAndUse page={page} site={site} />
        <p className="hint">{page.pictures}</p>
      </div>
    </>
  )
}

type ShelfProps = {
  category: ProductCategory
  products: readonly Product[]
  clinic: ClinicFacts
  added: CartLine | undefined
}

function Shelf({ category, products, clinic, added }: ShelfProps) {
  const headingId = shelfAnchor(category)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{category}</h2>
      <ul className="shelf">
        {products
          .filter((product) => product.category === category)
          .map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              clinic={clinic}
              added={added && productIdOf(added.product) === product.id ? added.quantity : undefined}
            />
          ))}
      </ul>
    </section>
  )
}

function BuyAndUse({ page, site }: { page: Content<'products-page'>; site: PageSite }) {
  const { howToBuy, before, talk } = page
  return (
    <div className="cols fine">
      <section aria-labelledby="how-to-buy">
        <h2 id="how-to-buy">{howToBuy.heading}</h2>
        <p>{toHowToBuy(howToBuy, site)}</p>
      </section>
      <section aria-labelledby="before-use">
        <h2 id="before-use">{before.heading}</h2>
        <p>{before.text}</p>
      </section>
      <section aria-labelledby="talk">
        <h2 id="talk">{talk.heading}</h2>
        <p>
          <Text words={talk.text} clinic={site.clinic} />
        </p>
        <MedWatch />
      </section>
    </div>
  )
}
