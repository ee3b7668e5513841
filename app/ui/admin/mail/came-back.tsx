import { Note } from '#app/ui/primitives/note.tsx'
import { adminEmail as words } from '#content/pages/admin-mail.ts'

/** An email that did not arrive, on the page of what it is about; leads to where the address is corrected. */
export const CameBack = ({ email: { id, recipient } }: { email: { id: string; recipient: string } }) => (
  <Note kind="warn">
    <p>
      {words.cameBack} <bdi>{recipient}</bdi>. <a href={`/admin/mail/${id}`}>{words.cameBackLink}</a>
    </p>
  </Note>
)
