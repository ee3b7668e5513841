import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import type { CalendarPageProps } from './calendar-page.tsx'

const { block } = adminCalendar

/** What was chosen in the grid, for the fields. */
export type ChosenTime = { fromDay: string; fromTime: string; untilTime: string; what?: string }

/** Blocks time for an absence, a meeting or a closed room. If appointments overlap, it lists them and asks. */
export function BlockTimeForm({ form, overlapping, choices, address, first }: CalendarPageProps) {
  const fields = useRef<HTMLDivElement>(null)
  const { hash, key, state } = useLocation()
  const chosen = (state as { chosen?: ChosenTime } | null)?.chosen
  // The browser opens it by itself only when it loads the document. By key, because the same link may be followed again.
  useEffect(() => {
    if (hash !== '#block' || !fields.current) return
    fields.current.closest('details')!.open = true
    fields.current.querySelector('input')?.focus()
  }, [hash, key])
  return (
    <Fold summary={block.heading} className="screen" open={form.values !== undefined || form.fieldErrors !== undefined}>
      <p className="hint">{block.hint}</p>
      <ActionForm key={chosen && key} action={`${address}#${outcomeId}`} noValidate offline={admin.offline}>
        {overlapping && <AppointmentTable appointments={overlapping} />}
        {/* Within the fold, so that its address opens it without scripts too. */}
        <div className="adm-times" id="block" ref={fields}>
          <Field label={block.from} type="date" {...namedField(form, 'fromDay', chosen?.fromDay ?? first)} />
          <Field label={block.fromTime} type="time" optional {...namedField(form, 'fromTime', chosen?.fromTime)} />
        </div>
        <div className="adm-times">
          <Field label={block.until} type="date" optional hint={block.sameDay} {...namedField(form, 'untilDay')} />
          <Field
            label={block.untilTime}
            type="time"
            optional
            hint={block.wholeDay}
            {...namedField(form, 'untilTime', chosen?.untilTime)}
          />
        </div>
        <SelectField
          label={block.who}
          options={[['', block.everyone], ...choices]}
          {...namedField(form, 'what', chosen?.what ?? '')}
        />
        <Field label={block.note} optional dir="auto" {...namedField(form, 'note')} />
        <IntentButton intent="block" text={block.button} small />
        {overlapping && <IntentButton intent="block-anyway" text={block.anyway} kind="line" small />}
      </ActionForm>
    </Fold>
  )
}
