import { Link } from 'react-router'
import type { AppointmentRow } from '#app/ui/admin/appointment-rows.ts'
import { adminCalendar as words, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import { BlockText } from './block-list.tsx'
import type { Grid, GridEntry } from './calendar-columns.server.ts'

/** A week by day, or a day by practitioner, with a row for each half hour; for wide screens. */
export function CalendarTable({ title, grid, wide }: { title: string; grid: Grid; wide: boolean }) {
  return (
    <table className="week">
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{words.columns.time}</span>
          </th>
          {grid.columns.map((column) => (
            <ColumnHead key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map(({ minute, clock, cells }) => (
          <tr key={minute}>
            <th scope="row" className="num">
              <span className={minute % 60 === 0 ? undefined : 'vh'}>{clock}</span>
            </th>
            {cells.map(
              (cell, index) =>
                cell && (
                  <td key={index} rowSpan={cell.rows} className={cellClass(cell)}>
                    {cell.entries.map((entry) => (
                      <Entry key={(entry.appointment ?? entry.block).id} entry={entry} wide={wide} />
                    ))}
                  </td>
                ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ColumnHead = ({ column: { title, href, isToday, hours, blocks } }: { column: Grid['columns'][number] }) => (
  <th scope="col" aria-current={isToday ? 'date' : undefined}>
    {href ? <Link to={href}>{title}</Link> : title}
    {isToday && <span className="tag">{words.today}</span>}
    {hours && <span className="hint">{hours}</span>}
    {blocks.map((row) => (
      <span key={row.id} className="hint">
        <BlockText row={row} />
      </span>
    ))}
  </th>
)

/** The color is not the only sign; the text says the same. */
const cellClass = ({ entries, isOpen }: { entries: GridEntry[]; isOpen: boolean }) =>
  entries.some(({ appointment }) => appointment && appointment.state !== 'cancelled')
    ? 'busy'
    : entries.length > 0 || !isOpen
      ? 'shut'
      : undefined

const Entry = ({ entry: { appointment, block }, wide }: { entry: GridEntry; wide: boolean }) =>
  appointment ? (
    <Appointment appointment={appointment} wide={wide} />
  ) : (
    <p className="num">{block && <BlockText row={block} />}</p>
  )

function Appointment({ appointment, wide }: { appointment: AppointmentRow; wide: boolean }) {
  const { id, time, name, service, place, phone, state } = appointment
  return (
    <p>
      <span className="num">{state === 'cancelled' ? <s>{time}</s> : time}</span>{' '}
      <Link to={`/admin/appointments/${id}`}>
        <bdi>{name}</bdi>
      </Link>{' '}
      {state !== 'confirmed' && <span className="tag">{formatAppointmentState(appointment)}</span>}{' '}
      <span className="hint">{[service, place, wide && phone].filter(Boolean).join(', ')}</span>
    </p>
  )
}
