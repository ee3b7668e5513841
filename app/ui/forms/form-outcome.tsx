import type { FormState } from '#app/domain/shared/form-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { outcomeId } from './field-state.ts'

type FormOutcomeProps = {
  form: FormState
  /** Only for pages with several forms. */
  outcome?: string
}

export function FormOutcome({ form: { notice, error, advice, fieldErrors }, outcome = outcomeId }: FormOutcomeProps) {
  // An invalid field has the id first.
  const id = fieldErrors ? undefined : outcome
  if (!notice && !error) return null
  return (
    <Note kind={notice ? 'success' : 'error'} id={id}>
      <p>{notice || <b>{error}</b>}</p>
      {advice && (
        <p>
          {/* It may contain a phone number. */}
          <NoBreak text={advice} />
        </p>
      )}
    </Note>
  )
}
