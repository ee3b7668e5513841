import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { CalendarPageData } from './calendar-page.tsx'
import { Visits } from './visits.tsx'

const { block } = adminCalendar

type KeepTimeProps = Pick<CalendarPageData, 'form' | 'inTheWay' | 'choices' | 'address' | 'first'>

/** An absence of somebody, a meeting, a room out of use; over visits it lists them and asks. */
export function KeepTime({ form, inTheWay, choices, address, first }: KeepTimeProps) {
  return (
    <section className="screen stack" id="keep" data-swap aria-labelledby="keep-heading">
      <h2 id="keep-heading">{block.heading}</h2>
      <p className="hint">{block.hint}</p>
      <FormOutcome form={form} />
      <form method="post" action={`${address}#${outcomeId}`} noValidate data-enhance data-offline={admin.offline}>
        {inTheWay && <Visits visits={inTheWay} />}
        <div className="adm-times">
          <Field label={block.from} type="date" {...fieldOf(form, 'fromDay', first)} />
          <Field label={block.fromTime} type="time" optional {...fieldOf(form, 'fromTime')} />
        </div>
        <div className="adm-times">
          <Field label={block.until} type="date" optional hint={block.sameDay} {...fieldOf(form, 'untilDay')} />
          <Field label={block.untilTime} type="time" optional hint={block.wholeDay} {...fieldOf(form, 'untilTime')} />
        </div>
        <div className="field">
          <label htmlFor="what">{block.who}</label>
          <select
            className="in"
            id="what"
            name="what"
            defaultValue={form.values?.what ?? ''}
            aria-invalid={form.fieldErrors?.what ? true : undefined}
            aria-describedby={form.fieldErrors?.what && 'what-error'}
          >
            <option value="">{block.everyone}</option>
            {choices.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          {form.fieldErrors?.what && (
            <p className="err" id="what-error">
              {form.fieldErrors.what}
            </p>
          )}
        </div>
        <Field label={block.note} optional dir="auto" {...fieldOf(form, 'note')} />
        <Button small name="intent" value="keep">
          {block.button}
        </Button>
        {inTheWay && (
          <Button kind="line" small name="intent" value="keep-anyway">
            {block.anyway}
          </Button>
        )}
      </form>
    </section>
  )
}

const fieldOf = (form: FormState, name: string, otherwise?: string) => {
  const state = fieldState(form, name)
  return { name, ...state, defaultValue: state.defaultValue ?? otherwise }
}
