import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { claimWords } from '#content/pages/admin-claims.ts'
import { ClaimHits, type ShownClaim } from './claim-hits.tsx'

/** Claims in a text that is not saved yet; "Save anyway" posts the text with it. */
export type FoundClaims = { text: string; hits: ShownClaim[] }

type ClaimsQuestionProps = {
  asked: FoundClaims
  id: string
  /** The field with the text. */
  field: string
  label: string
}

/** Below the form's own buttons, since Enter in a field presses the first one, which must not be "Save anyway". */
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

/** The field with the text whose claims the admin has seen and accepts. */
export const acceptedText = 'as-it-is'
