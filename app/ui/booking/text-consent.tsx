import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { reminderConsent as words } from '#content/text-messages.ts'

export const consentField = 'textReminders'

type TextConsentProps = { clinic: { name: string }; form: FormState }

/** The box with all that somebody agrees to, never checked ahead. It posts the version of these words. */
export function TextConsent({ clinic, form }: TextConsentProps) {
  const { defaultValue, error, id = consentField, autoFocus } = fieldState(form, consentField)
  const [hintId, errorId] = [`${consentField}-hint`, `${consentField}-error`]
  return (
    <div className="field consent">
      <input
        type="checkbox"
        id={id}
        name={consentField}
        value={words.version}
        defaultChecked={defaultValue === words.version}
        aria-describedby={error ? `${hintId} ${errorId}` : hintId}
        aria-invalid={error ? true : undefined}
        autoFocus={autoFocus}
      />
      <div>
        <label htmlFor={id}>{words.label(clinic)}</label>
        <p className="hint" id={hintId}>
          {words.terms}
        </p>
        {error && <FieldError id={errorId} text={error} />}
      </div>
    </div>
  )
}
