import { memo } from 'react'
import { Link } from 'react-router'
import { formatClock } from '#app/domain/shared/clinic-time.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { BlockText } from './block-list.tsx'
import { CalendarEvent } from './calendar-event.tsx'
import type { CalendarColumn, CalendarGrid as Grid, CalendarGroup } from './calendar-grid.server.ts'
import { type Creating, type Lift, toClock } from './calendar-moves.ts'
import { toPosition } from './calendar-position.ts'

/**
 * A week by day, or a day by practitioner or room: columns of time. Read aloud, and on narrow screens and on paper, the
 * same is a list of appointments for each column.
 */
export function CalendarGrid({
  grid,
  lift,
  creating,
}: {
  grid: Grid
  lift?: Lift | undefined
  creating?: Creating | undefined
}) {
  const { from, until, now, groups } = grid
  const hours = Array.from({ length: until - from }, (_, index) => from + index)
  const columns = groups.reduce((sum, group) => sum + group.columns.length, 0)
  return (
    <div className={`cal at-h${from} for-h${until - from} ${sizeOf(columns)}`}>
      <div className="cal-hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} className={toPosition({ from: hour * 60, until: (hour + 1) * 60 })}>
            {formatClock(`${hour}:00`)}
          </span>
        ))}
        {now && groups.some(({ columns: all }) => all.some(({ isToday }) => isToday)) && (
          <b className={`cal-clock ${toPosition({ from: now.at, until: now.at })}`}>{now.text}</b>
        )}
      </div>
      {groups.map((group) => (
        <Group key={group.key} group={group} now={now} lift={lift} creating={creating} />
      ))}
    </div>
  )
}

/** How much room a column has: a phone shows one as a grid, a tablet some. */
const sizeOf = (columns: number) => (columns === 1 ? 'cal-one' : columns <= 5 ? 'cal-some' : 'cal-many')

type GroupProps = {
  group: CalendarGroup
  now: Grid['now']
  lift: Lift | undefined
  creating: Creating | undefined
}

const Group = ({
  group: { key, title, hint, href, isToday, count, notes, columns },
  now,
  lift,
  creating,
}: GroupProps) => (
  <section className="cal-group" aria-labelledby={`day-${key}`} data-today={isToday || undefined}>
    <header>
      <h2 id={`day-${key}`}>
        {href ? (
          <Link to={href} aria-current={isToday ? 'date' : undefined}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {isToday && <span className="tag">{words.today}</span>}
      <span className="hint num">{words.month.count(count)}</span>
      {hint && <p className="hint">{hint}</p>}
      {notes.map((row) => (
        <p key={row.id} className="hint">
          <BlockText row={row} />
        </p>
      ))}
    </header>
    <div className="cal-columns">
      {columns.map((column) => (
        <Column
          key={column.key}
          column={column}
          now={now}
          isNamed={columns.length > 1}
          ghost={lift?.was.column === column.key ? lift.entry.id : undefined}
          lift={lift?.place.column === column.key ? lift : undefined}
          creating={creating?.column === column.key ? creating : undefined}
        />
      ))}
    </div>
  </section>
)

type ColumnProps = {
  column: CalendarColumn
  now: Grid['now']
  isNamed: boolean
  /** The appointment of this column that is being moved, and the one that would be dropped here. */
  ghost: string | undefined
  lift: Lift | undefined
  creating: Creating | undefined
}

/** While an appointment is moved, only the columns that it leaves and comes to are rendered again. */
const Column = memo(function Column({ column, now, isNamed, ghost, lift, creating }: ColumnProps) {
  const { key, name, resource, isToday, closed, blocks, entries } = column
  return (
    <div className="cal-column">
      {isNamed && <h3>{name}</h3>}
      <div className="cal-time" data-column={resource && key}>
        {closed.map((span) => (
          <i key={span.from} className={`cal-closed ${toPosition(span)}`} />
        ))}
        {blocks.map((row) => (
          <p key={row.id} className={`cal-block ${toPosition(row)}`}>
            <span className="num">
              <BlockText row={row} />
            </span>
          </p>
        ))}
        {isToday && now && <i className={`cal-now ${toPosition({ from: now.at, until: now.at })}`} />}
        {entries.length > 0 && (
          <ul>
            {entries.map((entry) => (
              <CalendarEvent key={entry.id} {...entry} isGhost={entry.id === ghost} />
            ))}
          </ul>
        )}
        {entries.length === 0 && <p className="cal-none">{words.nothing}</p>}
        {lift && <LiftedEvent lift={lift} />}
        {creating && <p className={`cal-new ${toPosition(creating)}`}>{toClock(creating.from)}</p>}
      </div>
    </div>
  )
})

const LiftedEvent = ({ lift: { entry, place, fit } }: { lift: Lift }) => (
  <div
    className={`cal-lift ${toPosition({ from: place.from, until: place.from + entry.until - entry.from })}`}
    aria-hidden="true"
  >
    <div className={`ev tone-${entry.tone} ${fit === 'free' ? '' : 'ev-unfit'}`}>
      <span className="ev-text">
        <b>{entry.name}</b>
        <span className="ev-what">{`${toClock(place.from)} to ${toClock(place.from + entry.until - entry.from)}`}</span>
        <span className="ev-sign">{words.moving.fits[fit]}</span>
      </span>
    </div>
  </div>
)
