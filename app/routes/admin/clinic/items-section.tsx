import { isAvailable } from '#app/domain/catalogue/product.ts'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import type { ItemKey } from '#app/domain/clinic/overlays.ts'
import { toDecimal } from '#app/domain/shared/money.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { currentSummary } from '#app/ui/admin/section-summary.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { Section, SectionForm } from './section-form.tsx'
import { type ClinicPageData, toCheckbox, toField, toSectionView } from './section-view.ts'

type Item = { key: ItemKey; name: string; price: string; available?: boolean }

export function ProductsSection({ page }: { page: ClinicPageData }) {
  const items = currentProducts(page.facts).map(({ id, name, priceCents, available }): Item => ({
    key: `product:${id}`,
    name,
    price: toDecimal(priceCents),
    available,
  }))
  return <ItemsSection id="products" items={items} page={page} />
}

export function ServicesSection({ page }: { page: ClinicPageData }) {
  const items = currentServices(page.facts).map(({ id, title, price, available }): Item => ({
    key: `service:${id}`,
    name: title,
    price,
    available,
  }))
  return <ItemsSection id="services" items={items} page={page} />
}

type ItemsProps = { id: 'products' | 'services'; items: Item[]; page: ClinicPageData }

function ItemsSection({ id, items, page }: ItemsProps) {
  const isActive = items.some(({ key }) => toSectionView(page, key).active)
  return (
    <Section heading={words[id].heading} id={id} summary={summarizeItems(id, items)} isActive={isActive}>
      <ul className="adm-items">
        {items.map((item) => (
          <ItemRow key={item.key} id={id} item={item} page={page} />
        ))}
      </ul>
    </Section>
  )
}

const summarizeItems = (id: ItemsProps['id'], items: Item[]) =>
  words[id].summary(items.length, items.filter((item) => !isAvailable(item)).length)

function ItemRow({ id, item, page }: Omit<ItemsProps, 'items'> & { item: Item }) {
  const view = toSectionView(page, item.key)
  const row = (
    <>
      <span>{item.name}</span>
      <span className="num">{currentSummary(item.key, page)}</span>
    </>
  )
  return (
    <li id={view.id}>
      <Fold summary={row} open={view.active}>
        <SectionForm page={page} view={view}>
          <Field
            label={words[id].price}
            hint={words[id].priceHint}
            inputMode={id === 'products' ? 'decimal' : undefined}
            autoComplete="off"
            {...toField(view, 'price', item.price)}
          />
          <Checkbox label={words.unavailable} {...toCheckbox(view, 'unavailable', !isAvailable(item))} />
        </SectionForm>
      </Fold>
    </li>
  )
}
