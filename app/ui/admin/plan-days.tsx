import { Link } from 'react-router'
import type { PlanDayView } from './plan-view.ts'
import { planWords as words } from '#content/pages/admin-plans.ts'

/** The days of a plan as a strip: done, today, ahead, and those to put elsewhere. Each leads to its appointment. */
export const PlanDays = ({ days }: { days: PlanDayView[] }) => (
  <ol className="day-strip" aria-label={words.days}>
    {days.map(({ id, number, date, status }) => (
      <li key={id} className={`is-${status}`}>
        <Link to={`/admin/appointments/${id}`}>
          <b>
            {marks[status] && <span aria-hidden="true">{marks[status]} </span>}
            {words.day(number)}
          </b>{' '}
          <span className="num">{status === 'ahead' ? date : `${date}, ${words.statuses[status]}`}</span>
        </Link>
      </li>
    ))}
  </ol>
)

const marks = { done: '✓', now: undefined, ahead: undefined, missed: '!' }
