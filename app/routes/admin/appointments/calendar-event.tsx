import { memo } from 'react'
import { laneClass } from '#app/ui/admin/lane-class.ts'
import { adminCalendar as words, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import type { CalendarEntry } from './calendar-grid.server.ts'
import { toPosition } from './calendar-position.ts'
import { Sign } from './calendar-signs.tsx'

/**
 * An appointment in the grid. Compared by its values, because a poll brings new objects for the same appointments. Its
 * name says what a narrow column leaves out. Few elements and no router's link, because a week has hundreds of them; the
 * board opens them.
 */
export const CalendarEvent = memo(function CalendarEvent({ isGhost, ...entry }: CalendarEntry & { isGhost: boolean }) {
  const { id, time, name, service, place, state, tone, from, until } = entry
  const length = until - from < 45 ? ' ev-short' : ''
  const status = formatAppointmentState(entry)
  const withWhom = place && `${words.with} ${place}`
  return (
    <li className={`${toPosition(entry)}${laneClass(entry)}`}>
      <a
        className={`ev ev-${state} tone-${tone}${length}${isGhost ? ' ev-ghost' : ''}`}
        href={`/admin/appointments/${id}`}
        aria-label={[time, name, service, status, withWhom].filter(Boolean).join(', ')}
        data-appointment={id}
        draggable={entry.canMove ? false : undefined}
      >
        <span className="ev-time num">{time}</span>{' '}
        <bdi className="ev-name">
          <Name name={name} />
        </bdi>{' '}
        <span className="ev-what">{service}</span>{' '}
        <span className="ev-sign">
          <Sign state={state} />
          <span>{status}</span>
        </span>{' '}
        {place && <span className="ev-place">{withWhom}</span>}
      </a>
    </li>
  )
})

/** 'Helen M.' where a column is narrow: the styles hide the rest. */
function Name({ name }: { name: string }) {
  const [, first, middle, initial, rest] = /^(\S+\s)(.*\s)?(\S)(\S*)$/.exec(name) ?? []
  if (first === undefined) return name
  return (
    <>
      {first}
      {middle && <span className="ev-rest">{middle}</span>}
      {initial}
      <span className="ev-rest">{rest}</span>
    </>
  )
}
