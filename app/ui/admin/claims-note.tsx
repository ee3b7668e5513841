import { acceptedText, type ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import { ClaimHits } from '#app/ui/admin/claim-hits.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { claimWords } from '#content/pages/admin-claims.ts'

/**
 * Below the form's own buttons, since Enter in a field presses the first one, which must not be "Save anyway". `field`:
 * the id of where the claims can be changed.
 */
export const ClaimsNote = ({ id, claims, field }: { id: string; claims: ClaimsQuestion; field: string }) => (
  <Note kind="question" id={id}>
    <ClaimHits hits={claims.hits} />
    <p className="row">
      <ButtonLink kind="line" small href={`#${field}`}>
        {claimWords.edit}
      </ButtonLink>
      <Button kind="line" small name={acceptedText} value={claims.text}>
        {claimWords.saveAsItIs}
      </Button>
    </p>
  </Note>
)
