import { Link } from 'react-router'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { admin } from '#content/pages/admin.ts'
import { planWords } from '#content/pages/admin-plans.ts'
import type { PlanPageProps } from './plan-page.tsx'

const words = planWords.prepaid

/** The mark, and what was paid for the days at the desk. `key` makes of two presses one entry. */
export const Prepaid = ({ prepaid, money, mayPay, mayPayBack, entryKey, mayExport, form }: PlanPageProps) => (
  <section className="panel stack screen" aria-labelledby="prepaid">
    <h2 id="prepaid">{words.heading}</h2>
    {prepaid ? (
      <p className="num">
        <span aria-hidden="true">✓ </span>
        {words.by(prepaid.by, prepaid.when)}
      </p>
    ) : (
      <p className="hint">{words.hint}</p>
    )}
    {money && <Money {...money} />}
    {(mayPay || !prepaid) && (
      <ActionForm className="stack" offline={admin.offline} noValidate>
        <input type="hidden" name="key" value={entryKey} />
        {mayPay && (
          <Field
            label={prepaid ? words.more.amount : words.amount}
            hint={prepaid ? undefined : words.amountHint}
            optional={!prepaid}
            inputMode="decimal"
            autoComplete="off"
            {...namedField(form, 'amount')}
          />
        )}
        <div className="row">
          <IntentButton
            intent={prepaid ? 'pay' : 'prepaid'}
            text={prepaid ? words.more.button : words.mark}
            kind="line"
            small
          />
        </div>
      </ActionForm>
    )}
    {prepaid && (mayPayBack || !money?.deskLeft) && (
      <ActionForm className="stack" offline={admin.offline}>
        {money?.deskLeft && <p className="hint">{words.unmarkMoney(money.deskLeft)}</p>}
        <IntentButton intent="not-prepaid" text={words.unmark} kind="text" small />
      </ActionForm>
    )}
    {money && mayExport && (
      <p>
        <Link to="/admin/payments">{words.export}</Link>
      </p>
    )}
  </section>
)

const Money = ({ paid, used, paidBack, left }: NonNullable<PlanPageProps['money']>) => (
  <dl className="dl num">
    <Detail name={words.money.paid}>{paid}</Detail>
    <Detail name={words.money.used}>{used}</Detail>
    <Detail name={words.money.paidBack}>{paidBack}</Detail>
    <Detail name={words.money.left}>{left}</Detail>
  </dl>
)

/** For days that are canceled or over, whose money is left. */
export const PayBack = ({ back, entryKey, form }: PlanPageProps & { back: string }) => (
  <section className="panel stack screen" aria-labelledby="pay-back">
    <h2 id="pay-back">{words.back.heading}</h2>
    <p className="hint num">{words.back.hint(back)}</p>
    <ActionForm className="stack" offline={admin.offline} noValidate>
      <input type="hidden" name="key" value={entryKey} />
      <Field label={words.back.amount} inputMode="decimal" autoComplete="off" {...namedField(form, 'back')} />
      <div className="row">
        <IntentButton intent="pay-back" text={words.back.button} kind="line" small />
      </div>
    </ActionForm>
  </section>
)
