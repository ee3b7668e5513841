import type { FormState } from '#app/domain/shared/form-state.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { meanwhileWords as words } from './words.ts'

type Theirs = Partial<Record<string, string | null>> & { stamp: string }

/** What was typed, over the draft as someone else saved it meanwhile, and theirs beside each text that differs. */
export const showBoth = (typed: Typed, theirs: Theirs, fields: readonly string[]): FormState => ({
  error: words.error,
  advice: words.advice,
  values: { ...typed, over: theirs.stamp },
  fieldErrors: Object.fromEntries(
    fields.flatMap((name) => {
      const text = theirs[name] ?? ''
      return text === (typed[name] ?? '').trim() ? [] : [[name, words.theirs(text)]]
    }),
  ),
})
