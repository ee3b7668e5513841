import type { hoursByDay } from '#app/domain/clinic/opening-hours.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'
import { SpanFields } from './span-fields.tsx'

const words = ownHoursPage.week

type DayHours = ReturnType<typeof hoursByDay>[number]

export const WeekFields = ({ week, form }: { week: DayHours[]; form: FormState }) =>
  week.map(({ day, name, hours }) => (
    <fieldset key={day} className="adm-day">
      <legend>{name}</legend>
      <SpanFields
        name={day}
        hours={hours}
        form={form}
        labels={{
          from: (nth) => (nth === 0 ? words.opens : words.opensAgain(name, nth)),
          until: (nth) => (nth === 0 ? words.closes : words.closesAgain(name, nth)),
          again: words.again,
        }}
      />
    </fieldset>
  ))
