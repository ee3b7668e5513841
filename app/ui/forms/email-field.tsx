import type { FormState } from '#app/domain/shared/form-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { forms as words } from '#content/forms.ts'
import { EmailTypo, useEmailTypo } from './email-typo.tsx'
import { fieldState, outcomeId } from './field-state.ts'

type EmailFieldProps = {
  label: string
  form: FormState
  id?: string
  hint?: string
  /** The address of an account: a likely typo is not asked about. */
  knownAddress?: boolean
}

/** An email field that asks about an address with a probable typo; each answer takes one press. */
export function EmailField({ form, knownAddress = false, ...props }: EmailFieldProps) {
  const field = { id: 'email', ...props, ...fieldState(form, 'email') }
  const { input, ...typo } = useEmailTypo(form)
  const typoId = `${field.id}-typo`
  const asked = form.question?.address ?? form.values?.asked
  return (
    <>
      <Field
        {...field}
        ref={input}
        name="email"
        type="email"
        autoComplete={knownAddress ? 'username' : 'email'}
        {...(!knownAddress && { ...typoWords, onBlur: typo.check, 'aria-describedby': typo.meant && typoId })}
      >
        {!knownAddress && <EmailTypo id={typoId} {...typo} />}
      </Field>
      {asked && <input type="hidden" name="asked" value={asked} />}
      {form.question && <Question {...form.question} use={typo.use} />}
    </>
  )
}

/** For the page script; '…' stands for the suggested address. */
export const typoWords = { 'data-did-you-mean': words.didYouMean('…'), 'data-use': words.use('…') }

type QuestionProps = NonNullable<FormState['question']> & { use: (address: string) => void }

function Question({ text, suggestion, button, use }: QuestionProps) {
  return (
    <div className="field question">
      {/* Enter in a field presses the first button of its form, and that must not be the suggestion. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
      <Note kind="question" id={outcomeId}>
        <p>{text}</p>
        <Button kind="line" small name="suggested" value={suggestion} onClick={() => use(suggestion)}>
          <span>
            <AddressText text={button} />
          </span>
        </Button>
      </Note>
    </div>
  )
}
