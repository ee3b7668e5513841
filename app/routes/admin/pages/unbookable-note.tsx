import { Button } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import type { Answer } from './answers.server.ts'
import { pagesWords as words } from './words.ts'

export const unbookableField = 'unbookable'

/** What publishing makes unbookable, in the form of the texts; see `ClaimsNote`. */
export const UnbookableNote = ({ id, text, asked }: NonNullable<Answer['unbookable']> & { id: string }) => (
  <Note kind="question" id={id}>
    <p>{text}</p>
    <Button kind="line" small name={unbookableField} value={asked}>
      {words.publishAnyway}
    </Button>
  </Note>
)
