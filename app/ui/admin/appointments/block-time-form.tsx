import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { CalendarPageData } from './calendar-page.tsx'
import { AppointmentTable } from './appointment-table.tsx'

const { block } = adminCalendar

type BlockTimeFormProps = Pick<CalendarPageData, 'form' | 'overlapping' | 'choices' | 'address' | 'first'>

/** Blocks time for an absence, a meeting or a closed room. If appointments overlap, it lists them and asks. */
export function BlockTimeForm({ form, overlapping, choices, address, first }: BlockTimeFormProps) {
  return (
    <section className="screen stack" id="block" data-swap aria-labelledby="block-heading">
      <h2 id="block-heading">{block.heading}</h2>
      <p className="hint">{block.hint}</p>
      <FormOutcome form={form} />
      <form method="post" action={`${address}#${outcomeId}`} noValidate data-enhance data-offline={admin.offline}>
        {overlapping && <AppointmentTable appointments={overlapping} />}
        <div className="adm-times">
          <Field label={block.from} type="date" {...toField(form, 'fromDay', first)} />
          <Field label={block.fromTime} type="time" optional {...toField(form, 'fromTime')} />
        </div>
        <div className="adm-times">
          <Field label={block.until} type="date" optional hint={block.sameDay} {...toField(form, 'untilDay')} />
          <Field label={block.untilTime} type="time" optional hint={block.wholeDay} {...toField(form, 'untilTime')} />
        </div>
        <SelectField
          label={block.who}
          options={[['', block.everyone], ...choices.map(({ value, name }) => [value, name] as const)]}
          {...toField(form, 'what', '')}
        />
        <Field label={block.note} optional dir="auto" {...toField(form, 'note')} />
        <Button small name="intent" value="block">
          {block.button}
        </Button>
        {overlapping && (
          <Button kind="line" small name="intent" value="block-anyway">
            {block.anyway}
          </Button>
        )}
      </form>
    </section>
  )
}

const toField = (form: FormState, name: string, saved?: string) => ({ name, ...fieldState(form, name, saved) })
