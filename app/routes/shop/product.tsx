import '#app/ui/styles/product-page.css'
import { data } from 'react-router'
import { toHowToBuy } from '#app/domain/catalogue/how-to-buy.ts'
import {
  otherProducts,
  ownPage,
  type Product as SoldProduct,
  productPath,
  saleItemId,
  saleItems,
  shelfAnchor,
} from '#app/domain/catalogue/product.ts'
import { shownLeft } from '#app/domain/catalogue/stock.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { getCart } from '#app/http/cart.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { listStockedProducts } from '#app/http/stock.server.ts'
import { Breakable } from '#app/ui/catalogue/breakable.tsx'
import { Added, BuyForm } from '#app/ui/catalogue/buy-form.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { ProductLabel } from '#app/ui/catalogue/product-label.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { Photo, Plate, plateUrl } from '#app/ui/site/pictures.tsx'
import { sharePictureOf } from '#app/ui/site/share-picture.ts'
import { breadcrumbs, productThing } from '#app/ui/site/structured-data.ts'
import { Text } from '#app/ui/site/words.tsx'
import { productsPage as words } from '#content/pages/products.ts'
import { stockWords } from '#content/pages/stock.ts'
import { OtherProducts } from './other-products.tsx'
import type { Route } from './+types/product.ts'

export const handle = readPage({ shows: ['catalogue', 'stock'] })

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const products = await listStockedProducts(context)
  const product = products.find((one) => one.id === id)
  if (!product) throw data(null, { status: 404 })
  return {
    product,
    others: otherProducts(products, product),
    page: content.read('products-page', clinic.facts(Date.now())),
    added: takeAdded(request, context, productPath(product)),
  }
}

/** The line of the cart that the post before this page added one to. */
function takeAdded(request: Request, context: RequestContext, path: string) {
  const flash = takeFlash(request, context, path)
  return flash && getCart(request, context).lines.find(({ product }) => product === flash.about)
}

export default function Product({ loaderData: { product, others, page, added } }: Route.ComponentProps) {
  const site = useSite()
  const { name, category, priceCents, picture, label } = product
  const path = productPath(product)
  const price = formatCents(priceCents)
  const list = page.seo.title
  const trail = [
    { name: list, path: '/products' },
    { name, path },
  ]
  return (
    <>
      <PageHead
        site={site}
        path={path}
        title={name}
        description={words.description(site.clinic, name, price)}
        picture={sharePictureOf(picture)}
        jsonLd={[productThing(site, product, picture && plateUrl(picture)), breadcrumbs(site.origin, trail)]}
      />
      <div className="wrap cols pd">
        <p className="hint crumbs">
          <a href="/products">{list}</a>
          {' / '}
          <a href={`/products#${shelfAnchor(category)}`}>{category}</a>
        </p>
        <div className="stay pd-plate">
          <Plate name={picture} sizes="(max-width: 60rem) 100vw, 38rem" priority />
          <p className="hint">{page.pictures}</p>
        </div>
        {/* The disclaimer must be in the same section as its supplement. */}
        <section aria-labelledby="name">
          <h1 id="name">
            <Breakable name={name} />
          </h1>
          <p className="price num">{price}</p>
          <Buy product={product} clinic={site.clinic} added={added} />
          <p>{toHowToBuy(page.howToBuy, site)}</p>
          {label?.picture && (
            <div className="pd-label">
              <Photo name={label.picture} sizes="(max-width: 60rem) 100vw, 30rem" />
            </div>
          )}
          <ProductLabel product={product} heading="h2" />
          <Disclaimer products={[product]} />
          <Use page={page} clinic={site.clinic} />
        </section>
      </div>
      {/* Once on a page is enough. */}
      <OtherProducts products={others} words={page.own} disclaimed={product.supplement} />
    </>
  )
}

type BuyProps = {
  product: SoldProduct
  clinic: ClinicFacts
  added: { product: string; quantity: number } | undefined
}

function Buy({ product, clinic, added }: BuyProps) {
  const name = saleItems([product]).find(({ id }) => id === added?.product)?.name
  return (
    // The answer to 'Add to Cart' leads here, and its focus with it.
    <div className="buy" id="buy" tabIndex={added && -1}>
      <p className="vh" id="said" role="status">
        {name && added && words.inCart(name, added.quantity)}
      </p>
      <BuyForm product={product} clinic={clinic}>
        <input type="hidden" name="from" value={ownPage} />
        <FormCards product={product} chosen={added?.product} />
      </BuyForm>
      <div className="added" id={`added-${product.id}`}>
        {added && <Added quantity={added.quantity} />}
      </div>
    </div>
  )
}

/** The form that was just added, otherwise the first that is left, is chosen. */
function FormCards({ product: { id, forms }, chosen }: { product: SoldProduct; chosen: string | undefined }) {
  if (!forms) return null
  const there = forms.filter(({ left }) => left !== 0)
  const known = there.find((form) => saleItemId(id, form.id) === chosen) ?? there[0]
  return (
    <fieldset className="opts">
      <legend>{words.form}</legend>
      <div>
        {forms.map((form) => (
          <label key={form.id} className="opt">
            <input
              type="radio"
              name="form"
              value={form.id}
              defaultChecked={form === known}
              disabled={form.left === 0}
            />
            <span>
              {form.label}
              <Left left={form.left} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Left({ left }: { left: number | undefined }) {
  const shown = shownLeft(left)
  return shown !== undefined && <small>{stockWords.left(shown)}</small>
}

function Use({ page: { before, talk }, clinic }: { page: Content<'products-page'>; clinic: ClinicFacts }) {
  return (
    <div className="use">
      <p>{before.text}</p>
      <p>
        <Text words={talk.text} clinic={clinic} />
      </p>
      <MedWatch />
    </div>
  )
}
