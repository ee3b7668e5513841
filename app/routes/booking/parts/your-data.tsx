import type { HealthStatus } from '#app/domain/booking/appointment.ts'
import { type Contact, contactFields } from '#app/domain/booking/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { typoWords } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { appointmentPage } from '#content/pages/appointment.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'

const words = appointmentPage.data

type YourDataProps = { path: string; contact: Contact; health: HealthStatus; form: FormState }

export function YourData({ path, contact, health, form }: YourDataProps) {
  const action = `${path}#${outcomeId}`
  const wrong = { ...form.values, ...form.fieldErrors }
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{words.heading}</h2>
      <div>
        <details open={contactFields.some(({ name }) => name in wrong)}>
          <summary>{words.contact.summary}</summary>
          <form method="post" action={action} noValidate>
            {contactFields.map((field) => (
              <ContactField
                key={field.name}
                field={field}
                {...(field.name === 'email' && typoWords)}
                {...fieldState(form, field.name, contact[field.name])}
              />
            ))}
            <Button small kind="line" name="intent" value="contact">
              {words.contact.button}
            </Button>
          </form>
        </details>
        <details open={'health' in wrong}>
          <summary>{words.health.summary}</summary>
          <p>{words.health.states[health]}</p>
          <form method="post" action={action} noValidate>
            <Field
              label={words.health.label}
              name="health"
              multiline
              rows={3}
              hint={words.health.hint}
              {...fieldState(form, 'health')}
            />
            <Button small kind="line" name="intent" value="health">
              {words.health.button}
            </Button>
          </form>
          {health !== 'none' && (
            <form method="post" action={action}>
              <button type="submit" className="btn-text" name="intent" value="erase-health">
                {words.health.erase}
              </button>
            </form>
          )}
        </details>
        <details>
          <summary>{words.erase.summary}</summary>
          <p>{words.erase.text}</p>
          <form method="post" action={action}>
            <button type="submit" className="btn-text" name="intent" value="erase">
              {words.erase.button}
            </button>
          </form>
        </details>
      </div>
    </section>
  )
}
