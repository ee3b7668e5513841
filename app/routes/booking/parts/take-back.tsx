import type { FormState } from '#app/domain/shared/form-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PasskeyButton } from '#app/ui/passkeys/passkey-button.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { tabletPage as words } from '#content/pages/tablet.ts'

type TakeBackProps = {
  form: FormState
  /** Part of the names of the fields, which no browser has seen before. */
  fieldKey: string
  state: 'open' | 'done' | 'over'
}

/**
 * The browser fills in nothing: it may know the password of the staff member who handed the device over. Browsers offer it
 * in any field of the type password, whatever its autocomplete says, so this one has another type and hides what is typed.
 */
export function TakeBack({ form, fieldKey: key, state }: TakeBackProps) {
  const off = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }
  return (
    <div className="wrap sec fill-in">
      {state !== 'open' && (
        <div>
          <h2 className="h3">{words.staff}</h2>
          <p className="hint">{words.staffHint}</p>
        </div>
      )}
      <FormOutcome form={form} />
      <PostForm autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <Field label={words.email} name={`email-${key}`} inputMode="email" {...off} defaultValue={form.values?.email} />
        <Field label={words.password} name={`password-${key}`} data-secret="" {...off} />
        <Button>{words.button}</Button>
      </PostForm>
      <PostForm>
        <input type="hidden" name="intent" value="passkey" />
        <PasskeyButton kind="line" name="passkey" text={words.passkey} failed={words.wrongPasskey} />
      </PostForm>
      {state === 'open' && (
        <p>
          <a href="/tablet">{words.back}</a>
        </p>
      )}
    </div>
  )
}
