import type { OpenHours } from '#app/domain/clinic/clinic.ts'
import { mostSpans, spanFields, toTimeValue } from '#app/domain/clinic/day-spans.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'

type SpanFieldsProps = {
  /** Begins the names of the fields. */
  name: string
  hours?: readonly OpenHours[]
  form: FormState
  /** By the number of times before. */
  labels: { from: (nth: number) => string; until: (nth: number) => string; again: string }
}

/** The times of one day, none of which is required, and a fold for those after its breaks. */
export function SpanFields({ name, hours = [], form, labels }: SpanFieldsProps) {
  const later = Array.from({ length: mostSpans - 1 }, (_, index) => index + 1)
  const isUsed = later.some((span) =>
    Object.values(spanFields(name, span)).some((field) => form.values?.[field] || form.fieldErrors?.[field]),
  )
  const times = (span: number) => {
    const { opens, closes } = spanFields(name, span)
    const field = { type: 'time', required: false } as const
    return (
      <div key={span} className="adm-times">
        <Field label={labels.from(span)} {...field} {...namedField(form, opens, hours[span]?.opens)} />
        <Field label={labels.until(span)} {...field} {...namedField(form, closes, toTimeValue(hours[span]?.closes))} />
      </div>
    )
  }
  return (
    <>
      {times(0)}
      <Fold summary={labels.again} open={hours.length > 1 || isUsed}>
        {later.map(times)}
      </Fold>
    </>
  )
}
