import { memo } from 'react'
import { Link } from 'react-router'
import { adminCalendar as words, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import type { CalendarEntry } from './calendar-grid.server.ts'
import { toLane, toPosition } from './calendar-position.ts'
import { Sign } from './calendar-signs.tsx'

/** An appointment in the grid. Compared by its values, because a poll brings new objects for the same appointments. */
export const CalendarEvent = memo(function CalendarEvent({ isGhost, ...entry }: CalendarEntry & { isGhost: boolean }) {
  const { id, time, name, service, place, state, tone, from, until } = entry
  const length = until - from < 45 ? ' ev-short' : ''
  return (
    <li className={`${toPosition(entry)}${toLane(entry)}`}>
      <Link
        className={`ev ev-${state} tone-${tone}${length}${isGhost ? ' ev-ghost' : ''}`}
        to={`/admin/appointments/${id}`}
        data-appointment={id}
        draggable={entry.canMove ? false : undefined}
      >
        <span className="ev-time num">{time}</span>
        <span className="ev-text">
          <b>
            <bdi>{name}</bdi>
          </b>
          <span className="ev-what">{service}</span>
          <span className="ev-sign">
            <Sign state={state} />
            <span>{formatAppointmentState(entry)}</span>
          </span>
          {place && <span className="ev-place">{`${words.with} ${place}`}</span>}
        </span>
      </Link>
    </li>
  )
})
