import { memo } from 'react'
import { laneClass } from '#app/ui/admin/lane-class.ts'
import { adminCalendar as words, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import type { CalendarEntry } from './calendar-grid.server.ts'
import { toPosition } from './calendar-position.ts'
import { Sign } from './calendar-signs.tsx'

/**
 * An appointment in the grid. Compared by its values, because a poll brings new objects for the same appointments. Its
 * name says what a narrow column leaves out. Few elements and no router's link, because a week has hundreds of them,
 * and each is created, styled and laid out: the styles write what only some widths show. The board opens them.
 */
export const CalendarEvent = memo(function CalendarEvent({ isGhost, ...entry }: CalendarEntry & { isGhost: boolean }) {
  const { id, time, name, service, place, state, late, tone, from, until } = entry
  const isShort = until - from < 45
  const status = late ?? formatAppointmentState(entry)
  const sign = late ? 'late' : state
  const withWhom = place && (place === words.byVideo ? place : `${words.with} ${place}`)
  // In the order of what is seen: a short one has no room for the service.
  const seen = isShort ? [name, status, service] : [name, service, status]
  return (
    <li className={`${toPosition(entry)}${laneClass(entry)}`}>
      <a
        className={`ev ev-${sign} tone-${tone}${isShort ? ' ev-short' : ''}${isGhost ? ' ev-ghost' : ''}`}
        href={`/admin/appointments/${id}`}
        aria-label={[time, ...seen, withWhom].filter(Boolean).join(', ')}
        data-appointment={id}
        data-time={time}
        data-place={withWhom}
        draggable={entry.canMove ? false : undefined}
      >
        <bdi className="ev-name" data-short={shorten(name)}>
          {name}
        </bdi>{' '}
        <span className="ev-what">{service}</span>{' '}
        <span className="ev-sign">
          <Sign state={sign} />
          {status}
        </span>
      </a>
    </li>
  )
})

/** 'Helen M.' for a narrow column; 'Day 3' stays. */
function shorten(name: string) {
  const [first, ...rest] = name.split(/\s+/u)
  const last = rest.at(-1)
  return last && !/^\d/.test(last) ? `${first} ${[...last][0]}.` : name
}
