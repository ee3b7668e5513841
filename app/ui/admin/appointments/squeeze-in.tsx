import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'

const { anyway: words } = adminNewAppointment

/** Somebody is squeezed in, or comes on a closed day. */
export const SqueezeIn = ({ form }: { form: FormState }) => (
  <fieldset className="caller">
    <legend>{words.heading}</legend>
    <p className="hint">{words.hint}</p>
    <div className="adm-times">
      <Field label={words.day} name="anyDay" type="date" optional {...fieldState(form, 'anyDay')} />
      <Field label={words.time} name="anyTime" type="time" optional {...fieldState(form, 'anyTime')} />
    </div>
    <Button kind="line" name="intent" value="anyway">
      {words.button}
    </Button>
  </fieldset>
)
