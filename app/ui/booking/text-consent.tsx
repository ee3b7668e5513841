import type { FormState } from '#app/domain/shared/form-state.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { consentWords, type TextPurpose } from '#content/text-messages.ts'

type TextConsentProps = { purpose: TextPurpose; clinic: { name: string }; form: FormState }

/** The box with all that somebody agrees to, never checked ahead. It posts the version of these words. */
export function TextConsent({ purpose, clinic, form }: TextConsentProps) {
  const [name, words] = [consentFields[purpose], consentWords[purpose]]
  const { defaultValue, error, id = name, autoFocus } = fieldState(form, name)
  const [hintId, errorId] = [`${name}-hint`, `${name}-error`]
  return (
    <div className="field consent">
      <input
        type="checkbox"
        id={id}
        name={name}
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
