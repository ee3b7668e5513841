import { Link } from 'react-router'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminEmail as words } from '#content/pages/admin-mail.ts'

/** On the page of an order or appointment whose email bounced: links to where the address is corrected. */
export const BouncedEmail = ({ email: { id, recipient } }: { email: { id: string; recipient: string } }) => (
  <Note kind="warn">
    <p>
      {words.bounced} <bdi>{recipient}</bdi>. <Link to={`/admin/mail/${id}`}>{words.bouncedLink}</Link>
    </p>
  </Note>
)
