import { memo } from 'react'
import { Link } from 'react-router'
import { formatClock } from '#app/domain/shared/clinic-time.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { BlockText } from './block-list.tsx'
import { CalendarEvent } from './calendar-event.tsx'
import type { CalendarBlock, CalendarColumn, CalendarGrid as Grid, CalendarGroup } from './calendar-grid.server.ts'
import { type Creating, type Lift, type Stretch, toClock } from './calendar-moves.ts'
import { PlanPieces } from './calendar-plans.tsx'
import { toPosition } from './calendar-position.ts'
import { describeStretch } from './use-stretch.ts'

/**
 * A week by day, or a day by practitioner or room: columns of time. Read aloud, and on narrow screens and on paper, the
 * same is a list of appointments for each column.
 */
export function CalendarGrid({ grid, lift, creating, stretch }: { grid: Grid } & Drags) {
  const { from, until, now, groups, areDays, hasPlans } = grid
  const hours = Array.from({ length: until - from }, (_, index) => from + index)
  const columns = groups.reduce((sum, group) => sum + group.columns.length, 0)
  return (
    <div
      className={`cal ${toPosition({ from: from * 60, until: until * 60 })} ${sizeOf(columns)}${areDays ? '' : ' cal-day'}${hasPlans ? ' cal-planned' : ''}`}
    >
      {hasPlans && (
        <span className="cal-plans-name" aria-hidden="true">
          {words.plans}
        </span>
      )}
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
        <Group
          key={group.key}
          group={group}
          now={now}
          lift={lift && [lift.was, lift.place].some(({ column }) => hasColumn(group, column)) ? lift : undefined}
          creating={creating && hasColumn(group, creating.column) ? creating : undefined}
          stretch={stretch && hasColumn(group, stretch.column) ? stretch : undefined}
        />
      ))}
    </div>
  )
}

/** How much room a column has: a phone shows one as a grid, a tablet some. */
const sizeOf = (columns: number) => (columns === 1 ? 'cal-one' : columns <= 5 ? 'cal-some' : 'cal-many')

const hasColumn = ({ columns }: CalendarGroup, key: string) => columns.some((column) => column.key === key)

/** What is being moved, created or stretched. */
type Drags = { lift: Lift | undefined; creating: Creating | undefined; stretch: Stretch | undefined }

type GroupProps = Drags & { group: CalendarGroup; now: Grid['now'] }

const Group = memo(function Group({ group, now, lift, creating, stretch }: GroupProps) {
  const { key, title, hint, href, isToday, count, notes, plans, columns } = group
  return (
    <section
      className={columns.length > 1 ? 'cal-group cal-named' : 'cal-group'}
      aria-labelledby={`day-${key}`}
      data-today={isToday || undefined}
    >
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
      <PlanPieces plans={plans} />
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
            stretch={column.blocks.some(({ id }) => id === stretch?.block) ? stretch : undefined}
          />
        ))}
      </div>
    </section>
  )
})

type ColumnProps = Drags & {
  column: CalendarColumn
  now: Grid['now']
  isNamed: boolean
  /** The appointment of this column that is being moved, and the one that would be dropped here. */
  ghost: string | undefined
}

/** While an appointment is moved, only the days and columns that it leaves and comes to are rendered again. */
const Column = memo(function Column({ column, now, isNamed, ghost, lift, creating, stretch }: ColumnProps) {
  const { key, name, resource, isToday, closed, blocks, entries } = column
  return (
    <div className="cal-column">
      {isNamed && <h3>{name}</h3>}
      <div className="cal-time" data-column={resource && key}>
        {closed.map((span) => (
          <i key={span.from} className={`cal-closed ${toPosition(span)}`} />
        ))}
        {blocks.map((row) =>
          row.isHeld ? (
            <HeldTime key={row.id} row={row} />
          ) : (
            <BlockedTime
              key={row.id}
              row={row}
              column={key}
              stretch={stretch?.block === row.id ? stretch : undefined}
            />
          ),
        )}
        {isToday && now && <i className={`cal-now ${toPosition({ from: now.at, until: now.at })}`} />}
        {entries.length > 0 && (
          <ul>
            {entries.map((entry) => (
              <CalendarEvent key={entry.id} {...entry} isGhost={entry.id === ghost} />
            ))}
          </ul>
        )}
        {entries.length === 0 && <p className="cal-none">{words.nothing}</p>}
        {/* Always there: an element that comes and goes among the appointments has all of them styled again. */}
        <div>
          {lift && <LiftedEvent lift={lift} />}
          {creating && <p className={`cal-new ${toPosition(creating)}`}>{toClock(creating.from)}</p>}
        </div>
      </div>
    </div>
  )
})

type BlockedTimeProps = { row: CalendarBlock; column: string; stretch: Stretch | undefined }

/** Its edges are buttons, which a pointer drags and arrow keys move. */
const BlockedTime = ({ row, column, stretch }: BlockedTimeProps) => (
  <div className={`cal-block ${toPosition(stretch ?? row)}${stretch && stretch.fit !== 'free' ? ' cal-unfit' : ''}`}>
    {row.edges.map((edge) => (
      <button
        key={edge}
        type="button"
        className={`cal-edge cal-edge-${edge}`}
        data-edge={edge}
        data-block={row.id}
        data-column={column}
        aria-label={`${words.moving.edges[edge]}, ${toClock((stretch ?? row)[edge])}`}
      />
    ))}
    <span className="num cal-full">{stretch ? describeStretch(stretch) : <BlockText row={row} />}</span>
    <span className="cal-short" aria-hidden="true">
      {stretch ? toClock(stretch[stretch.edge]) : row.note || row.word}
    </span>
  </div>
)

/** An hour of an offer, with the name first, since a short one has no room for more; leads to why it is theirs. */
function HeldTime({ row: { note: name, ...row } }: { row: CalendarBlock }) {
  const whose = name && (
    <>
      <bdi>{name}</bdi>:{' '}
    </>
  )
  return (
    <Link to="/admin/waitlist" className={`cal-block cal-held ${toPosition(row)}`} draggable={false}>
      <span className="num cal-full">
        {whose}
        <BlockText row={row} />
      </span>
      <span className="cal-short" aria-hidden="true">
        {whose}
        {row.word}
      </span>
    </Link>
  )
}

const LiftedEvent = ({ lift: { entry, place, fit } }: { lift: Lift }) => (
  <div
    className={`cal-lift ${toPosition({ from: place.from, until: place.from + entry.until - entry.from })}`}
    aria-hidden="true"
  >
    <div className={`ev tone-${entry.tone} ${fit === 'free' ? '' : 'ev-unfit'}`}>
      <bdi className="ev-name">{entry.name}</bdi>
      <span className="ev-what">{`${toClock(place.from)} to ${toClock(place.from + entry.until - entry.from)}`}</span>
      <span className="ev-sign">{words.moving.fits[fit]}</span>
    </div>
  </div>
)
