import { contactFields } from '#app/domain/patients/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { fieldState, namedField } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'

/** A caller may have no email. Required fields come first. */
export const patientFields = contactFields
  .map((field) => (field.name === 'email' ? { ...field, optional: true } : field))
  .sort((one, other) => Number(!!one.optional) - Number(!!other.optional))

/** Without autofill, which would offer the clinic's own name. */
export function PatientFields({ form }: { form: FormState }) {
  return (
    <div className="caller">
      {patientFields.map((field) => (
        <ContactField key={field.name} field={field} autoComplete="off" {...fieldState(form, field.name)} />
      ))}
      <Field
        label={words.fields.health}
        multiline
        rows={2}
        hint={words.healthHint}
        optional
        autoComplete="off"
        {...namedField(form, 'health')}
      />
    </div>
  )
}
