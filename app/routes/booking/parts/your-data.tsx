import type { ReactNode } from 'react'
import type { HealthStatus } from '#app/domain/booking/appointment.ts'
import { type Contact, contactFields } from '#app/domain/patients/patient-fields.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { typoWords } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { appointmentPage } from '#content/pages/appointment.ts'
import type { Facts } from '#content/pages/page.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'

const words = appointmentPage.data

type YourDataProps = {
  texts: Content<'appointment'>['data']
  path: string
  contact: Contact
  health: HealthStatus
  mayReplace: boolean
  clinic: Facts
  form: FormState
  children?: ReactNode
}

export function YourData({ texts, path, contact, health, mayReplace, clinic, form, children }: YourDataProps) {
  const action = `${path}#${outcomeId}`
  const wrong = { ...form.values, ...form.fieldErrors }
  return (
    <section aria-labelledby="your-data">
      <h2 id="your-data">{texts.heading}</h2>
      <div className="folds">
        {children}
        <details open={contactFields.some(({ name }) => name in wrong)}>
          <summary>{texts.contact}</summary>
          <form method="post" action={action} noValidate>
            {contactFields.map((field) => (
              <ContactField
                key={field.name}
                field={field}
                {...(field.name === 'email' && typoWords)}
                {...fieldState(form, field.name, contact[field.name])}
              />
            ))}
            <IntentButton intent="contact" text={words.contact} kind="line" small />
          </form>
        </details>
        <details open={'health' in wrong}>
          <summary>{texts.health.summary}</summary>
          <p>{texts.health[health]}</p>
          {(mayReplace || health === 'none') && (
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
          )}
          {mayReplace && health !== 'none' && (
            <form method="post" action={action}>
              <IntentButton intent="erase-health" text={words.health.erase} kind="danger" />
            </form>
          )}
        </details>
        <p>
          <MoreLink href={`${path}/data`}>{words.all}</MoreLink>
        </p>
        <details>
          <summary>{texts.erase.summary}</summary>
          {mayReplace ? (
            <>
              <p>{texts.erase.text}</p>
              <form method="post" action={action}>
                <IntentButton intent="erase" text={words.erase} kind="danger" />
              </form>
            </>
          ) : (
            <p>{words.closed(clinic)}</p>
          )}
        </details>
      </div>
    </section>
  )
}
