import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { fromSunday, weekdays } from '#app/domain/clinic/clinic.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
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
        <Fold summary={block.repeat.summary} open={Boolean(form.values?.repeat)}>
          <SelectField
            label={block.repeat.label}
            options={[
              ['', block.repeat.never],
              ...['1', '2', '3', '4'].map((weeks) => [weeks, block.repeat.every(Number(weeks))] as const),
            ]}
            {...namedField(form, 'repeat', '')}
          />
          <fieldset className="content-set">
            <legend>{block.repeat.on}</legend>
            <p className="hint">{block.repeat.onHint}</p>
            {fromSunday(weekdays).map((day) => (
              <Checkbox
                key={day}
                label={day.charAt(0).toUpperCase() + day.slice(1)}
                name={`on.${day}`}
                defaultChecked={form.values?.[`on.${day}`] !== undefined}
              />
            ))}
          </fieldset>
          <Field
            label={block.repeat.until}
            type="date"
            optional
            hint={block.repeat.forever}
            {...namedField(form, 'repeatUntil')}
          />
        </Fold>
        <IntentButton intent="block" text={block.button} small />
        {overlapping && <IntentButton intent="block-anyway" text={block.anyway} kind="line" small />}
      </ActionForm>
    </Fold>
  )
}
