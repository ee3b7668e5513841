import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminBook as words } from '#content/pages/admin-appointments.ts'

/** Who calls. Not filled in by the browser, which would know the clinic's own name. */
export function CallerFields({ form }: { form: FormState }) {
  const { name, phone, email, health } = words.fields
  return (
    <div className="caller">
      <Field label={name} name="name" autoComplete="off" {...fieldState(form, 'name')} />
      <Field label={phone} name="phone" type="tel" autoComplete="off" {...fieldState(form, 'phone')} />
      <Field label={email} name="email" type="email" autoComplete="off" optional {...fieldState(form, 'email')} />
      <Field
        label={health}
        name="health"
        multiline
        rows={2}
        hint={words.healthHint}
        optional
        autoComplete="off"
        {...fieldState(form, 'health')}
      />
    </div>
  )
}
