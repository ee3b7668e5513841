import type { FormState } from '#app/domain/shared/form-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { forms } from '#content/forms.ts'
import { outcomeId } from './field-state.ts'

type ProblemSummaryProps = {
  form: FormState
  /** Returns a field's id, if it is not its name. */
  idOf?: (name: string) => string
  outcome?: string
  /** One level below the form's heading. */
  heading?: 'h2' | 'h3'
}

/** Lists the errors above a form with several invalid fields. */
export function ProblemSummary({
  form: { fieldErrors = {} },
  idOf = (name) => name,
  outcome = outcomeId,
  heading: Heading = 'h3',
}: ProblemSummaryProps) {
  const wrong = Object.entries(fieldErrors)
  if (wrong.length < 2) return null
  return (
    <div className="summary">
      <Note kind="error">
        <Heading className="h3">{forms.problem}</Heading>
        <ul>
          {wrong.map(([name, sentence], index) => (
            <li key={name}>
              <a href={`#${index === 0 ? outcome : idOf(name)}`}>{sentence}</a>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
