import type { FormState } from '#app/domain/shared/form-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'

/** What became of a posted form; stands beside the form that caused it. */
export function FormOutcome({ form: { notice, error, advice } }: { form: FormState }) {
  return (
    <>
      {notice && <Note kind="success">{notice}</Note>}
      {error && (
        <Note kind="error">
          <p>
            <b>{error}</b>
          </p>
          {advice && <p>{advice}</p>}
        </Note>
      )}
    </>
  )
}
