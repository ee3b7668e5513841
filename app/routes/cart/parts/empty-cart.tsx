import type { FormState } from '#app/domain/shared/form-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { cartPage } from '#content/pages/cart.ts'
import { UnavailableProducts } from './unavailable-products.tsx'

/** `form` has an error if an outdated page was submitted. */
export function EmptyCart({ gone, form }: { gone: readonly (string | undefined)[]; form: FormState }) {
  const { title, text, links } = cartPage.empty
  return (
    <div className="wrap">
      <div className="empty">
        <Spot name="empty-cart" />
        <h1>{title}</h1>
        {form.error && (
          <div className="gone">
            <FormOutcome form={form} />
          </div>
        )}
        <UnavailableProducts products={gone} />
        <p>{text}</p>
        <div className="row">
          {links.map((link, index) => (
            <ButtonLink key={link.href} kind={index === 0 ? 'primary' : 'line'} href={link.href}>
              {link.text}
            </ButtonLink>
          ))}
        </div>
      </div>
    </div>
  )
}
