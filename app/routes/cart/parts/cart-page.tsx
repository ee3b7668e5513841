import { useEffect } from 'react'
import { type CartView, listTaxes } from '#app/domain/cart/cart-view.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import type { Product } from '#app/domain/catalogue/product.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Spot } from '#app/ui/site/pictures.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { cartPage as words } from '#content/pages/cart.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { orderFormId } from './cart-line.tsx'
import { CartLines, UnavailableProducts } from './cart-lines.tsx'
import { OrderPanel } from './order-panel.tsx'
import { RemovedLine } from './removed-line.tsx'
import { type CartChanges, useCartChanges } from './use-cart-changes.ts'

export type ShownCart = CartView<Product>
export type CartLine = ShownCart['lines'][number]

/** What the clinic says in its cart. */
export type CartTexts = Content<'cart'> & Pick<Content<'order'>, 'payment'>

export type RemovedCartLine = { line: CartLine; place: number }

export type CartAnswer = {
  form: FormState
  /** Products with an invalid typed quantity. */
  unread?: string[]
  /** Announced after a change of a line. */
  said?: string
  /** What the post before removed; with scripts the page knows it itself. */
  removed?: RemovedCartLine
  /** The earlier order of this cart, with other contents. */
  ordered?: { number: string; path: string }
}

type CartPageProps = {
  site: PageSite
  texts: CartTexts
  cart: ShownCart
  opened: string
  paysOnline: boolean
  answer?: CartAnswer
}

/**
 * One form for lines and order, so that without scripts a changed quantity keeps the typed order form. With scripts,
 * each change of a line is a post of its own.
 */
export function CartPage({ site, texts, cart, opened, paysOnline, answer }: CartPageProps) {
  const form = answer?.form ?? {}
  const changes = useCartChanges(cart, answer, site.clinic)
  const { view, removed, said } = changes
  const isEmpty = view.lines.length === 0
  return (
    <>
      <PageHead site={site} path="/cart" {...texts.seo} noindex />
      {isEmpty && <EmptyCart texts={texts.empty} gone={view.unavailable} form={form} changes={changes} />}
      {(!isEmpty || removed) && (
        // Hidden, it keeps what is typed until the last line is put back.
        <div className="wrap body" hidden={isEmpty}>
          <h1>{texts.title}</h1>
          <section aria-labelledby="order-heading">
            <ActionForm
              id={orderFormId}
              action={`/cart#${outcomeId}`}
              noValidate
              // On the form, for its hidden fields too: browsers restore old values after a reload.
              autoComplete="off"
              offline={words.offline(site.clinic)}
            >
              {/* Enter in a field presses the first button of its form. */}
              <button type="submit" className="vh" name="intent" value="order" tabIndex={-1} aria-hidden="true" />
              <div className="cols cart-parts">
                <CartLines cart={cart} changes={changes} many={texts.many} />
                <OrderPanel
                  texts={texts}
                  form={form}
                  ordered={answer?.ordered}
                  total={formatCents(view.totalCents)}
                  taxes={paysOnline ? listTaxes(view) : undefined}
                  paysOnline={paysOnline && canPayOnline(view.totalCents)}
                />
              </div>
              <input type="hidden" name="opened" value={form.values?.opened ?? opened} />
            </ActionForm>
          </section>
        </div>
      )}
      {(!isEmpty || removed) && (
        <p className="vh" role="status">
          {said}
        </p>
      )}
    </>
  )
}

type EmptyCartProps = {
  texts: CartTexts['empty']
  gone: readonly (string | undefined)[]
  /** It has an error if an outdated page was submitted. */
  form: FormState
  changes: CartChanges
}

function EmptyCart({ texts, gone, form, changes: { removed, ...changes } }: EmptyCartProps) {
  const { title, text, products, booking } = texts
  const isEmptied = removed !== undefined
  useEffect(() => {
    // As after a page load: the button that had the focus is gone.
    if (isEmptied) document.getElementById('main')?.focus()
  }, [isEmptied])
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
        {removed && <RemovedLine {...changes} removed={removed} />}
        <p>{text}</p>
        <div className="row">
          <ButtonLink kind="primary" href={products.href}>
            {products.text}
          </ButtonLink>
          <ButtonLink kind="line" href={booking.href}>
            {booking.text}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
