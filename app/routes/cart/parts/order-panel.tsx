import type { listTaxes } from '#app/domain/cart/cart-view.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { cardChoice, cartPage as words, payChoice } from '#content/pages/cart.ts'
import type { CartAnswer, CartTexts } from './cart-page.tsx'

type OrderPanelProps = {
  texts: CartTexts
  form: FormState
  ordered: CartAnswer['ordered']
  total: string
  /** Undefined where sales tax is added at pick-up. */
  taxes: ReturnType<typeof listTaxes> | undefined
  paysOnline: boolean
}

export function OrderPanel({ texts, form, ordered, total, taxes, paysOnline }: OrderPanelProps) {
  const { name, email, phone, note, noteHint } = words.fields
  return (
    <div className="panel stay order">
      <h2 className="h3" id="order-heading">
        {texts.heading}
      </h2>
      <p className="muted">{paysOnline ? payChoice.intro : texts.intro}</p>
      <FormOutcome form={form} />
      {ordered && (
        <p className="ordered">
          <a href={ordered.path}>{words.orderedAlready.link(ordered.number)}</a>
        </p>
      )}
      <Field label={name} name="name" autoComplete="name" {...fieldState(form, 'name')} />
      <EmailField label={email} form={form} />
      <Field label={phone} name="phone" type="tel" autoComplete="tel" optional {...fieldState(form, 'phone')} />
      <Field label={note} name="note" multiline hint={noteHint} optional {...fieldState(form, 'note')} />
      <Honeypot />
      {paysOnline && (
        <Field
          label={cardChoice.label}
          name="giftCard"
          hint={cardChoice.hint}
          autoComplete="off"
          optional
          {...fieldState(form, 'giftCard')}
        />
      )}
      {paysOnline && <HowToPay form={form} />}
      {taxes?.map(({ id, name: product, rate, cents }) => (
        <p key={id} className="tax hint">
          <span>{payChoice.tax(formatRate(rate), product)}</span>
          <span className="num">{formatCents(cents)}</span>
        </p>
      ))}
      <p className="ends total">
        <span>{words.total}</span>
        <b id="cart-total">{total}</b>
      </p>
      {!paysOnline && (
        <p className="hint">
          {texts.payment.how}
          {taxes === undefined && <> {texts.payment.tax}</>}
        </p>
      )}
      <IntentButton intent="order" text={words.button} wide pending={words.pending} />
    </div>
  )
}

function HowToPay({ form }: { form: FormState }) {
  const { legend, pickUp, online, hint } = payChoice
  const isOnline = form.values?.pay === 'online'
  return (
    <fieldset className="pay">
      <legend>{legend}</legend>
      <label>
        <input type="radio" name="pay" value="pick-up" defaultChecked={!isOnline} />
        <span>{pickUp}</span>
      </label>
      <label>
        <input type="radio" name="pay" value="online" defaultChecked={isOnline} aria-describedby="pay-hint" />
        <span>{online}</span>
      </label>
      <p className="hint" id="pay-hint">
        {hint}
      </p>
    </fieldset>
  )
}
