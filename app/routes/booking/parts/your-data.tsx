import type { ReactNode } from 'react'
import type { HealthStatus } from '#app/domain/booking/appointment.ts'
import { type Contact, contactFields } from '#app/domain/booking/patient-fields.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { typoWords } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { appointmentPage } from '#content/pages/appointment.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'

const words = appointmentPage.data

type YourDataProps = { path: string; contact: Contact; health: HealthStatus; form: FormState; children?: ReactNode }

export function YourData({ path, contact, health, form, children }: YourDataProps) {
  const action = `${path}#${outcomeId}`
  const wrong = { ...form.values, ...form.fieldErrors }
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{words.heading}</h2>
      <div className="folds">
        {children}
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
            <IntentButton intent="contact" text={words.contact.button} kind="line" small />
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
            <IntentButton intent="health" text={words.health.button} kind="line" small />
          </form>
          {health !== 'none' && (
            <form method="post" action={action}>
              <IntentButton intent="erase-health" text={words.health.erase} kind="danger" />
            </form>
          )}
        </details>
        <details>
          <summary>{words.erase.summary}</summary>
          <p>{words.erase.text}</p>
          <form method="post" action={action}>
            <IntentButton intent="erase" text={words.erase.button} kind="danger" />
          </form>
        </details>
      </div>
    </section>
  )
}
