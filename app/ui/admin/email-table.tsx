import { Link } from 'react-router'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminMail as words } from '#content/pages/admin-mail.ts'
import { admin } from '#content/pages/admin.ts'
import { ChooseRow } from './choose-rows.tsx'
import { Table } from './table.tsx'

export type EmailRow = {
  id: string
  subject: string | undefined
  kind: string
  recipient: string
  when: string
  /** Why it failed. */
  cause?: string | undefined
}

/** `canChoose`: it stands in `ChooseRows`. */
export function EmailTable({ emails, canChoose = false }: { emails: EmailRow[]; canChoose?: boolean }) {
  const columns = canChoose ? { choose: admin.choose.column, ...words.columns } : words.columns
  return (
    <Table columns={columns}>
      {emails.map(({ id, subject, kind, recipient, when, cause }) => (
        <tr key={id}>
          {canChoose && <ChooseRow value={id} label={words.choose(subject ?? kind, recipient)} />}
          <td>
            <Link className="leads" to={`/admin/mail/${id}`}>
              <bdi>{subject ?? kind}</bdi>
            </Link>
            {cause && <p className="hint">{cause}</p>}
          </td>
          <td className="muted">{kind}</td>
          <td>
            <AddressText text={recipient} />
          </td>
          <td className="hint num">{when}</td>
        </tr>
      ))}
    </Table>
  )
}
