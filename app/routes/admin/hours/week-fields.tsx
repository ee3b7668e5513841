import { mostSpans, spanFields } from '#app/domain/clinic/day-spans.ts'
import type { hoursByDay } from '#app/domain/clinic/opening-hours.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { ownHoursPage } from '#content/pages/own-hours.ts'

const words = ownHoursPage.week

type DayHours = ReturnType<typeof hoursByDay>[number]

export const WeekFields = ({ week, form }: { week: DayHours[]; form: FormState }) =>
  week.map((day) => <DayFields key={day.day} {...day} form={form} />)

function DayFields({ form, ...day }: DayHours & { form: FormState }) {
  const later = Array.from({ length: mostSpans - 1 }, (_, index) => index + 1)
  const isUsed = later.some((span) =>
    Object.values(spanFields(day.day, span)).some((field) => form.values?.[field] || form.fieldErrors?.[field]),
  )
  return (
    <fieldset className="adm-day">
      <legend>{day.name}</legend>
      <Times {...day} span={0} form={form} />
      <Fold summary={words.again} open={day.hours.length > 1 || isUsed}>
        {later.map((span) => (
          <Times key={span} {...day} span={span} form={form} />
        ))}
      </Fold>
    </fieldset>
  )
}

function Times({ day, name, span, hours, form }: DayHours & { span: number; form: FormState }) {
  const { opens, closes } = spanFields(day, span)
  return (
    <div className="adm-times">
      <Field
        label={span === 0 ? words.opens : words.opensAgain(name, span)}
        type="time"
        required={false}
        {...namedField(form, opens, hours[span]?.opens)}
      />
      <Field
        label={span === 0 ? words.closes : words.closesAgain(name, span)}
        type="time"
        required={false}
        {...namedField(form, closes, hours[span]?.closes)}
      />
    </div>
  )
}
