import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { CalendarMonth } from './calendar-month.server.ts'

const words = adminCalendar.month

/** A month with how many appointments each day has. */
export const MonthTable = ({ month }: { month: CalendarMonth }) => (
  <table className="cal-month screen">
    <MonthHead title={month.title} />
    <Weeks weeks={month.weeks} cell={(day) => <DayOfMonth day={day} />} />
  </table>
)

const DayOfMonth = ({ day }: { day: Day }) => (
  <Link to={day.href} aria-current={currentOf(day)} preventScrollReset>
    <span aria-hidden="true">{day.number}</span>
    <span className="vh">{day.name}</span>
    <span className="cal-count num" data-short={day.count || undefined}>
      {day.count > 0 ? words.count(day.count) : day.isClosed && words.closed}
    </span>
  </Link>
)

/** A month beside the grid, to go to another day. */
export const MiniMonth = ({ month }: { month: CalendarMonth }) => (
  <section className="cal-mini" aria-label={month.title}>
    <div className="row">
      <h2>{month.title}</h2>
      <Link className="cal-prev" to={month.previous} aria-label={words.previous} preventScrollReset>
        <Icon name="down" />
      </Link>
      <Link className="cal-next" to={month.next} aria-label={words.next} preventScrollReset>
        <Icon name="down" />
      </Link>
    </div>
    <table>
      <MonthHead title={month.title} />
      <Weeks
        weeks={month.weeks}
        cell={(day) => (
          <Link to={day.href} aria-current={currentOf(day)} aria-label={day.name}>
            {day.number}
          </Link>
        )}
      />
    </table>
  </section>
)

/** The week of the chosen day, on a phone above that day. */
export function DayStrip({ month: { weeks } }: { month: CalendarMonth }) {
  const week = weeks.find((days) => days.some(({ isChosen }) => isChosen)) ?? []
  return (
    <nav className="cal-strip screen" aria-label={words.week}>
      {week.map((day, index) => (
        <span key={day.key} className={dayClass(day)}>
          <Link to={day.href} aria-current={currentOf(day)}>
            <span aria-hidden="true">
              {words.days[index]}
              <b>{day.number}</b>
            </span>
            <span className="vh">{day.name}</span>
          </Link>
        </span>
      ))}
    </nav>
  )
}

const MonthHead = ({ title }: { title: string }) => (
  <>
    <caption className="vh">{title}</caption>
    <thead>
      <tr>
        {words.days.map((day) => (
          <th key={day} scope="col">
            {day}
          </th>
        ))}
      </tr>
    </thead>
  </>
)

const Weeks = ({ weeks, cell }: Pick<CalendarMonth, 'weeks'> & { cell: (day: Day) => ReactNode }) => (
  <tbody>
    {weeks.map((week) => (
      <tr key={week[0]!.key}>
        {week.map((day) => (
          <td key={day.key} className={dayClass(day)}>
            {cell(day)}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

type Day = CalendarMonth['weeks'][number][number]

const dayClass = ({ isInMonth, isClosed, isToday }: Day) =>
  [!isInMonth && 'other', isClosed && 'off', isToday && 'today'].filter(Boolean).join(' ') || undefined

const currentOf = ({ isChosen, isToday }: Day) => (isChosen ? 'true' : isToday ? 'date' : undefined)
