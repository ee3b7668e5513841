import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment as words } from '#content/pages/admin-appointments.ts'
import { services } from '#content/services.ts'

/** The service that is booked, and for which times are shown. */
export function ServiceChoice({ chosen, form }: { chosen: string; form: FormState }) {
  const { error, id = 'service' } = fieldState(form, 'service')
  return (
    <div className="adm-bar">
      <div className="field">
        <label htmlFor={id}>{words.service}</label>
        <select
          className="in"
          id={id}
          name="service"
          defaultValue={chosen}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'service-error'}
        >
          {services.map(({ id: one, title }) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
        {error && <FieldError id="service-error" text={error} />}
      </div>
      <Button kind="line" name="intent" value="show">
        {words.show}
      </Button>
    </div>
  )
}
