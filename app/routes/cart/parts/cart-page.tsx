import type { CartView } from '#app/domain/cart/cart-view.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import type { ProductWithPlate } from '#app/ui/catalogue/product-card.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { EnhancedForm } from '#app/ui/forms/enhanced-form.tsx'
import { CartLines, UnavailableProducts } from './cart-lines.tsx'
import { OrderPanel } from './order-panel.tsx'

export type ShownCart = CartView<ProductWithPlate>

export type CartAnswer = {
  form: FormState
  /** Products with an invalid typed quantity. */
  unread?: string[]
  /** Announced after a change of a line. */
  said?: string
  /** The earlier order of this cart, with other contents. */
  ordered?: { number: string; path: string }
}

type CartPageProps = { site: PageSite; cart: ShownCart; opened: string; answer?: CartAnswer }

/**
 * One form for lines and order, so that without scripts a changed quantity keeps the typed order form. With scripts,
 * line buttons replace only the live parts.
 */
export function CartPage({ site, cart, opened, answer }: CartPageProps) {
  const form = answer?.form ?? {}
  return (
    <>
      <PageHead site={site} path="/cart" title={words.seo.title} description={words.seo.description} noindex />
      {cart.lines.length === 0 ? (
        <EmptyCart gone={cart.unavailable} form={form} />
      ) : (
        <div className="wrap cart">
          <h1>{words.title}</h1>
          <section id="cart" aria-labelledby="order-heading" data-swap>
            <EnhancedForm
              id="order"
              action={`/cart#${outcomeId}`}
              noValidate
              // On the form, for its hidden fields too: browsers restore old values after a reload.
              autoComplete="off"
              offline={words.offline(site.clinic)}
            >
              {/* Enter in a field presses the first button of its form. */}
              <button type="submit" className="vh" name="intent" value="order" tabIndex={-1} aria-hidden="true" />
              <div className="cart-parts">
                <CartLines cart={cart} answer={answer} clinic={site.clinic} />
                <OrderPanel form={form} ordered={answer?.ordered} total={formatCents(cart.totalCents)} />
              </div>
              <input type="hidden" name="opened" value={form.values?.opened ?? opened} />
            </EnhancedForm>
          </section>
          <p className="vh" id="said" role="status" data-live>
            {answer?.said}
          </p>
        </div>
      )}
    </>
  )
}

/** `form` has an error if an outdated page was submitted. */
function EmptyCart({ gone, form }: { gone: readonly (string | undefined)[]; form: FormState }) {
  const { title, text, links } = words.empty
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
