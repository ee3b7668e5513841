import { Link } from 'react-router'
import { contactInLine } from '#app/domain/patients/patient-fields.ts'
import { Table } from '#app/ui/admin/table.tsx'
import type { PatientRow } from './patients.tsx'
import { patientsPage as words } from './words.ts'

const { person: _, ...ownColumns } = words.columns

export function PatientTable({ patients }: { patients: PatientRow[] }) {
  const showsPerson = patients.some(({ mostly }) => mostly !== undefined)
  return (
    <Table columns={showsPerson ? words.columns : ownColumns}>
      {patients.map(({ id, contact, next, nextService, last, mostly, visits }) => (
        <tr key={id}>
          <td>
            <Link className="leads" to={`/admin/patients/${id}`}>
              <bdi>{contact.name}</bdi>
            </Link>{' '}
            <span className="hint cell-line">
              <bdi>{contactInLine(contact)}</bdi>
            </span>
          </td>
          <td className="num">
            {next ?? <span className="muted">{words.noNext}</span>}
            {nextService && <span className="hint cell-line">{nextService}</span>}
          </td>
          <td className="num muted">{last ?? words.noLast}</td>
          {showsPerson && <td className="muted">{mostly}</td>}
          <td className="num muted">{words.held(visits)}</td>
        </tr>
      ))}
    </Table>
  )
}
