import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import type { CalendarPageProps } from './calendar-page.tsx'

const { block } = adminCalendar

/** Blocks time for an absence, a meeting or a closed room. If appointments overlap, it lists them and asks. */
export function BlockTimeForm({ form, overlapping, choices, address, first }: CalendarPageProps) {
  return (
    <section className="screen stack" id="block" aria-labelledby="block-heading">
      <h2 id="block-heading">{block.heading}</h2>
      <p className="hint">{block.hint}</p>
      <FormOutcome form={form} />
      <ActionForm action={`${address}#${outcomeId}`} noValidate offline={admin.offline}>
        {overlapping && <AppointmentTable appointments={overlapping} />}
        <div className="adm-times">
          <Field label={block.from} type="date" {...namedField(form, 'fromDay', first)} />
          <Field label={block.fromTime} type="time" optional {...namedField(form, 'fromTime')} />
        </div>
        <div className="adm-times">
          <Field label={block.until} type="date" optional hint={block.sameDay} {...namedField(form, 'untilDay')} />
          <Field
            label={block.untilTime}
            type="time"
            optional
            hint={block.wholeDay}
            {...namedField(form, 'untilTime')}
          />
        </div>
        <SelectField label={block.who} options={[['', block.everyone], ...choices]} {...namedField(form, 'what', '')} />
        <Field label={block.note} optional dir="auto" {...namedField(form, 'note')} />
        <IntentButton intent="block" text={block.button} small />
        {overlapping && <IntentButton intent="block-anyway" text={block.anyway} kind="line" small />}
      </ActionForm>
    </section>
  )
}
