import type { Weekday } from '#app/domain/clinic/clinic.ts'
import { fromSunday } from '#app/domain/clinic/clinic.ts'
import { mostSpans, spanFields, toTimeValue } from '#app/domain/clinic/day-spans.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { FactSection } from './section-form.tsx'
import { type ClinicPageData, toField, type SectionView } from './section-view.ts'

const words = clinicAdminPage.hours

export const HoursSection = ({ page }: { page: ClinicPageData }) => (
  <FactSection page={page} section="hours">
    {(view) => (
      <>
        <p className="hint">{words.hint}</p>
        {fromSunday(page.facts.week).map((day) => (
          <Day key={day.day} {...day} view={view} />
        ))}
      </>
    )}
  </FactSection>
)

function Day({ day, name, hours, view }: ClinicPageData['facts']['week'][number] & { view: SectionView }) {
  const times = (span: number) => <Times key={span} day={day} span={span} hours={hours[span]} view={view} name={name} />
  const later = Array.from({ length: mostSpans - 1 }, (_, index) => index + 1)
  const used = later.some((span) =>
    Object.values(spanFields(day, span)).some((field) => view.form.values?.[field] || view.form.fieldErrors?.[field]),
  )
  return (
    <fieldset className="adm-day">
      <legend>{name}</legend>
      {times(0)}
      <Fold summary={words.again} open={hours.length > 1 || used}>
        {later.map(times)}
      </Fold>
    </fieldset>
  )
}

type TimesProps = {
  day: Weekday
  name: string
  span: number
  hours?: { opens: string; closes: string }
  view: SectionView
}

function Times({ day, name, span, hours, view }: TimesProps) {
  const { opens, closes } = spanFields(day, span)
  return (
    <div className="adm-times">
      <Field
        label={span === 0 ? words.opens : words.opensAgain(name, span)}
        type="time"
        required={false}
        {...toField(view, opens, hours?.opens)}
      />
      <Field
        label={span === 0 ? words.closes : words.closesAgain(name, span)}
        type="time"
        required={false}
        {...toField(view, closes, toTimeValue(hours?.closes))}
      />
    </div>
  )
}
