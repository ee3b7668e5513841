import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment, adminAppointment } from '#content/pages/admin-appointments.ts'
import { services } from '#content/services.ts'
import { patientFields } from './patient-fields.tsx'
import type { AppointmentView } from './appointment-page.tsx'

const { correct: words } = adminAppointment

/** Who it is for and what, as the clinic learns better. */
export function EditAppointment({ appointment, correction = {}, isTight }: AppointmentView) {
  return (
    <details className="adm-row screen" open={correction.values !== undefined}>
      <summary>
        <span>{words.summary}</span>
      </summary>
      <FormOutcome form={correction} />
      <form method="post" action={`#${outcomeId}`} noValidate>
        {patientFields.map((field) => (
          <ContactField
            key={field.name}
            field={field}
            autoComplete="off"
            {...fieldState(correction, field.name, appointment[field.name])}
          />
        ))}
        <div className="field">
          <label htmlFor="service">{adminNewAppointment.service}</label>
          <select
            className="in"
            id="service"
            name="service"
            defaultValue={correction.values?.service ?? appointment.serviceId}
          >
            {services.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={words.note}
          hint={words.noteHint}
          multiline
          rows={2}
          optional
          name="note"
          autoComplete="off"
          {...fieldState(correction, 'note', appointment.note)}
        />
        <Button small name="intent" value="correct">
          {words.button}
        </Button>
        {isTight && (
          <Button kind="line" small name="intent" value="correct-anyway">
            {words.anyway}
          </Button>
        )}
      </form>
    </details>
  )
}
