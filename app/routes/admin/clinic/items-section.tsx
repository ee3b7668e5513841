import { Fold } from '#app/ui/admin/fold.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import type { Item } from './items.server.ts'
import { Section, SectionForm } from './section-form.tsx'
import { type ClinicPageData, toCheckbox, toField, toItemView } from './section-view.ts'

export const ProductsSection = ({ page }: { page: ClinicPageData }) => <ItemsSection id="products" page={page} />

export const ServicesSection = ({ page }: { page: ClinicPageData }) => <ItemsSection id="services" page={page} />

type ItemsProps = { id: 'products' | 'services'; page: ClinicPageData }

function ItemsSection({ id, page }: ItemsProps) {
  const items = page.items.filter(({ section }) => `${section.split(':')[0]}s` === id)
  const isActive = items.some((item) => toItemView(page, item).active)
  const summary = words[id].summary(items.length, items.filter((item) => !item.isAvailable).length)
  return (
    <Section heading={words[id].heading} id={id} summary={summary} isActive={isActive}>
      <ul className="adm-items">
        {items.map((item) => (
          <ItemRow key={item.section} id={id} item={item} page={page} />
        ))}
      </ul>
    </Section>
  )
}

function ItemRow({ id, item, page }: ItemsProps & { item: Item }) {
  const view = toItemView(page, item)
  const row = (
    <>
      <span>{item.name}</span>
      <span className="num">{item.said}</span>
    </>
  )
  return (
    <li id={view.id}>
      <Fold summary={row} open={view.active}>
        <SectionForm view={view}>
          <Field
            label={words[id].price}
            hint={words[id].priceHint}
            inputMode={id === 'products' ? 'decimal' : undefined}
            autoComplete="off"
            {...toField(view, 'price', item.price)}
          />
          <Checkbox label={words.unavailable} {...toCheckbox(view, 'unavailable', !item.isAvailable)} />
        </SectionForm>
      </Fold>
    </li>
  )
}
