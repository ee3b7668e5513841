import { isAvailable } from '#app/domain/catalogue/product.ts'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import type { ItemKey } from '#app/domain/clinic/overlays.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { currentSummary } from './section-summary.ts'
import { FoldedForm, SectionForm, SectionOutcome } from './section-form.tsx'
import { toCheckbox, type ClinicPageData, toField, toSectionView } from './section-view.ts'

type Item = { key: ItemKey; name: string; price: string; available?: boolean }
type Words = { heading: string; price: string; priceHint: string }

export function ProductsSection({ page }: { page: ClinicPageData }) {
  const items = currentProducts(page.facts).map(({ id, name, priceCents, available }): Item => ({
    key: `product:${id}`,
    name,
    price: inDollars(priceCents),
    available,
  }))
  return <ItemsSection id="products" items={items} words={words.products} page={page} />
}

export function ServicesSection({ page }: { page: ClinicPageData }) {
  const items = currentServices(page.facts).map(({ id, title, price, available }): Item => ({
    key: `service:${id}`,
    name: title,
    price,
    available,
  }))
  return <ItemsSection id="services" items={items} words={words.services} page={page} />
}

/** '12.50', as a field takes it. */
const inDollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

type ItemsProps = { id: string; items: Item[]; words: Words; page: ClinicPageData }

function ItemsSection({ id, items, words: { heading, ...itemWords }, page }: ItemsProps) {
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <ul className="adm-items">
        {items.map((item) => (
          <ItemRow key={item.key} item={item} words={itemWords} page={page} />
        ))}
      </ul>
    </section>
  )
}

/** The whole row opens. */
function ItemRow({
  item,
  words: { price, priceHint },
  page,
}: {
  item: Item
  words: Omit<Words, 'heading'>
  page: ClinicPageData
}) {
  const view = toSectionView(page, item.key)
  const row = (
    <>
      <span>{item.name}</span>
      <span className="num">{currentSummary(item.key, page)}</span>
    </>
  )
  return (
    <li id={view.id} data-swap>
      <FoldedForm summary={row} view={view}>
        <SectionOutcome view={view} />
        <SectionForm page={page} view={view}>
          <Field
            label={price}
            hint={priceHint}
            inputMode={item.key.startsWith('product:') ? 'decimal' : undefined}
            autoComplete="off"
            {...toField(view, 'price', item.price)}
          />
          <Checkbox label={words.unavailable} {...toCheckbox(view, 'unavailable', !isAvailable(item))} />
        </SectionForm>
      </FoldedForm>
    </li>
  )
}
