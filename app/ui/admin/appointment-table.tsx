import { Link } from 'react-router'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { adminCalendar as words, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import type { AppointmentRow } from './appointment-rows.ts'

export const AppointmentTable = ({ appointments }: { appointments: AppointmentRow[] }) => (
  <Table columns={words.columns}>
    {appointments.map(({ id, time, name, phone, service, place, state, cancelledLate, payBy, heldBack, late }) => (
      <tr key={id}>
        <td className="num">{state === 'cancelled' ? <s>{time}</s> : time}</td>
        <td>
          <Link className="leads" to={`/admin/appointments/${id}`}>
            <bdi>{name}</bdi>
          </Link>{' '}
          {(late || state !== 'confirmed') && (
            <span className={late ? 'tag tag-late' : 'tag'}>
              {late ?? formatAppointmentState({ state, cancelledLate, payBy, heldBack })}
            </span>
          )}
        </td>
        <td className="muted">{[service, place].filter(Boolean).join(', ')}</td>
        <td>
          <PhoneLink phone={phone} />
        </td>
      </tr>
    ))}
  </Table>
)
