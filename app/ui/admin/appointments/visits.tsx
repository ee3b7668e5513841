import { ColumnHeads } from '#app/ui/admin/column-heads.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { adminCalendar as words, stateInWords } from '#content/pages/admin-appointments.ts'
import type { VisitRow } from './calendar-view.ts'

export const Visits = ({ visits }: { visits: VisitRow[] }) => (
  <table className="table">
    <ColumnHeads columns={words.columns} />
    <tbody>
      {visits.map(({ id, time, name, phone, service, place, state, cancelledLate }) => (
        <tr key={id}>
          <td className="num">{state === 'cancelled' ? <s>{time}</s> : time}</td>
          <td>
            <a className="leads" href={`/admin/appointments/${id}`}>
              <bdi>{name}</bdi>
            </a>{' '}
            {state !== 'confirmed' && <span className="tag">{stateInWords({ state, cancelledLate })}</span>}
          </td>
          <td className="muted">{[service, place].filter(Boolean).join(', ')}</td>
          <td>
            <PhoneLink phone={phone} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
