import { adminCalendar as words, stateInWords } from '#content/pages/admin-appointments.ts'
import { Kept } from './kept-time.tsx'
import type { Grid, GridColumn, GridEntry, VisitRow } from './calendar-view.ts'

/** A week by its days or a day by its practitioners, with a row for each half hour; for screens that are wide enough. */
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
                  <td key={index} rowSpan={cell.rows} className={lookOf(cell)}>
                    {cell.entries.map((entry) => (
                      <Entry key={(entry.visit ?? entry.kept).id} entry={entry} wide={wide} />
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

const ColumnHead = ({ column: { title, href, isToday, hours, kept } }: { column: GridColumn }) => (
  <th scope="col" aria-current={isToday ? 'date' : undefined}>
    {href ? <a href={href}>{title}</a> : title}
    {isToday && <span className="tag">{words.today}</span>}
    {hours && <span className="hint">{hours}</span>}
    {kept.map((row) => (
      <span key={row.id} className="hint">
        <Kept row={row} />
      </span>
    ))}
  </th>
)

/** What is free, taken or closed is seen at a glance; the words say it as well. */
const lookOf = ({ entries, isOpen }: { entries: GridEntry[]; isOpen: boolean }) =>
  entries.some(({ visit }) => visit && visit.state !== 'cancelled')
    ? 'busy'
    : entries.length > 0 || !isOpen
      ? 'shut'
      : undefined

const Entry = ({ entry: { visit, kept }, wide }: { entry: GridEntry; wide: boolean }) =>
  visit ? <Visit visit={visit} wide={wide} /> : <p className="num">{kept && <Kept row={kept} />}</p>

function Visit({ visit, wide }: { visit: VisitRow; wide: boolean }) {
  const { id, time, name, service, place, phone, state } = visit
  return (
    <p>
      <span className="num">{state === 'cancelled' ? <s>{time}</s> : time}</span>{' '}
      <a href={`/admin/appointments/${id}`}>
        <bdi>{name}</bdi>
      </a>{' '}
      {state !== 'confirmed' && <span className="tag">{stateInWords(visit)}</span>}{' '}
      <span className="hint">{[service, place, wide && phone].filter(Boolean).join(', ')}</span>
    </p>
  )
}
