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
  if (notice)
    return (
      <Note kind="success" id={id}>
        <p>{notice}</p>
        {advice && <Advice text={advice} />}
      </Note>
    )
  if (!error) return null
  return (
    <Note kind="error" id={id}>
      <p>
        <b>{error}</b>
      </p>
      {advice && <Advice text={advice} />}
    </Note>
  )
}

/** May contain a phone number. */
const Advice = ({ text }: { text: string }) => (
  <p>
    <NoBreak text={text} />
  </p>
)
