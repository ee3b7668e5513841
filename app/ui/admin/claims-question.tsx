import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { claimWords } from '#content/pages/admin-claims.ts'
import { ClaimHits, type ShownClaim } from './claim-hits.tsx'

/** What a form that was not saved yet asks: the text in which the claims are goes with the press that lets them stand. */
export type FoundClaims = { text: string; hits: ShownClaim[] }

type ClaimsQuestionProps = {
  asked: FoundClaims
  /** Of the note, which takes the focus. */
  id: string
  /** The field in which the text can be changed. */
  field: string
  /** 'Save anyway'. */
  label: string
}

/**
 * Within the form, below its own buttons: Enter in a field presses the first one, and that must not be 'as it is'.
 * Both ways on stand side by side.
 */
export function ClaimsQuestion({ asked, id, field, label }: ClaimsQuestionProps) {
  return (
    <Note kind="question" id={id}>
      <ClaimHits hits={asked.hits} />
      <p className="row">
        <ButtonLink kind="line" small href={`#${field}`}>
          {claimWords.edit}
        </ButtonLink>
        <Button kind="line" small name={acceptedText} value={asked.text}>
          {label}
        </Button>
      </p>
    </Note>
  )
}

/** The field in which the text is posted that is to be taken as it is. */
export const acceptedText = 'as-it-is'
