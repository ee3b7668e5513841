import { Fold } from '#app/ui/admin/fold.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment, adminAppointment } from '#content/pages/admin-appointments.ts'
import type { AppointmentPageProps } from './appointment-page.tsx'
import { AppointmentForm } from './appointment-form.tsx'
import { patientFields } from './patient-fields.tsx'

const { correct: words } = adminAppointment

export function EditAppointment({ appointment, services, correction, isTight }: AppointmentPageProps) {
  return (
    <Fold summary={words.summary} className="screen" open={correction.values !== undefined}>
      <FormOutcome form={correction} />
      <AppointmentForm id={appointment.id} noValidate>
        {patientFields.map((field) => (
          <ContactField
            key={field.name}
            field={field}
            autoComplete="off"
            {...fieldState(correction, field.name, appointment[field.name])}
          />
        ))}
        <SelectField
          label={adminNewAppointment.service}
          name="service"
          options={services}
          defaultValue={correction.values?.service ?? appointment.serviceId}
        />
        <Field
          label={words.note}
          hint={words.noteHint}
          multiline
          rows={2}
          optional
          autoComplete="off"
          {...namedField(correction, 'note', appointment.note)}
        />
        <IntentButton intent="correct" text={words.button} small />
        {isTight && <IntentButton intent="correct-anyway" text={words.anyway} kind="line" small />}
      </AppointmentForm>
    </Fold>
  )
}
