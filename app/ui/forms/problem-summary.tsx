import type { FormState } from '#app/domain/shared/form-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { forms } from '#content/forms.ts'
import { outcomeId } from './field-state.ts'

/** Above a form in which several fields are wrong: what and where. The fields' ids are their names. */
export function ProblemSummary({ form: { fieldErrors = {} } }: { form: FormState }) {
  const wrong = Object.entries(fieldErrors)
  if (wrong.length < 2) return null
  return (
    <div className="summary">
      <Note kind="error">
        <h3>{forms.problem}</h3>
        <ul>
          {wrong.map(([name, sentence], index) => (
            <li key={name}>
              <a href={`#${index === 0 ? outcomeId : name}`}>{sentence}</a>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
