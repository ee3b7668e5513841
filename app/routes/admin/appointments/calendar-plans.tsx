import { Link } from 'react-router'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import type { CalendarGroup } from './calendar-grid.server.ts'

/** The parts of plans' bars above one group of the grid. Beside each other they look like one. */
export const PlanPieces = ({ plans }: Pick<CalendarGroup, 'plans'>) =>
  plans.length > 0 && (
    <div className="cal-plans">
      {plans.map((piece, row) =>
        // A row keeps its height also where it is empty.
        // oxlint-disable-next-line react/no-array-index-key -- What is in a row changes, not the row.
        piece ? <Piece key={row} {...piece} /> : <i key={row} className="cal-plan-none" />,
      )}
    </div>
  )

type PieceProps = NonNullable<CalendarGroup['plans'][number]>

function Piece({ href, title, name, day, tone, isLater, starts, ends }: PieceProps) {
  const shape = `cal-plan tone-${tone} starts-${starts} ends-${ends}${isLater ? ' cal-plan-later' : ''}`
  if (!day) return <i className={shape} />
  return (
    <Link className={shape} to={href}>
      <span className="cal-plan-who">
        <span className="cal-plan-title">{title}, </span>
        <bdi>{name}</bdi>,
      </span>{' '}
      <span className="cal-plan-day num">{words.planDay(day.number, day.of)}</span>
    </Link>
  )
}
