import { type Answer, type FormField, isSignature } from '#app/domain/forms/form.ts'
import { formPage as words } from '#content/pages/form.ts'

/** An answer in words, as it is read and printed. */
export function sayAnswer({ kind }: Pick<FormField, 'kind'>, answer: Answer): string {
  if (isSignature(answer)) return answer.name
  if (Array.isArray(answer)) return answer.join('; ') || words.none
  if (answer === '') return words.none
  if (kind === 'yes-no') return answer === 'yes' ? words.yes : words.no
  if (kind === 'date') return Temporal.PlainDate.from(answer).toLocaleString('en-US', { dateStyle: 'long' })
  return answer
}
