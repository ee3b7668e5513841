import type { FormState } from '#app/domain/shared/form-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { forms as words } from '#content/forms.ts'
import { fieldState, outcomeId } from './field-state.ts'

/** An email field that asks about an address with a probable typo; each answer takes one press. */
export function EmailField({ form, ...field }: { label: string; form: FormState; id?: string; hint?: string }) {
  const asked = form.question?.address ?? form.values?.asked
  return (
    <>
      <Field {...field} {...fieldState(form, 'email')} name="email" type="email" autoComplete="email" {...typoWords} />
      {asked && <input type="hidden" name="asked" value={asked} />}
      {form.question && <Question {...form.question} />}
    </>
  )
}

/** For the page script; '…' stands for the suggested address. */
export const typoWords = { 'data-did-you-mean': words.didYouMean('…'), 'data-use': words.use('…') }

function Question({ text, suggestion, button }: NonNullable<FormState['question']>) {
  return (
    <div className="field question">
      {/* Enter in a field presses the first button of its form, and that must not be the suggestion. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
      <Note kind="question" id={outcomeId}>
        <p>{text}</p>
        <Button kind="line" small name="suggested" value={suggestion}>
          <span>
            <AddressText text={button} />
          </span>
        </Button>
      </Note>
    </div>
  )
}
