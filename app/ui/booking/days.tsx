import type { CalendarView, DayLink } from '#app/domain/booking/calendar/calendar-view.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep } from './choice-step.tsx'

/** On phones. It opens on the first free days, whose heading is also that of the soonest times on a wide screen. */
export function Week({ view: { week, month } }: { view: CalendarView }) {
  return (
    <section className="this-week" aria-label={week.title}>
      <div className="cal-h">
        <h2 id="soonest" tabIndex={-1}>
          {week.isSoonest ? words.soonest : week.title}
        </h2>
        <ChoiceStep className="btn-text" query={month.query} part="month">
          {words.anotherDay}
        </ChoiceStep>
        <Arrow query={week.previous} part="soonest" label={words.week.previous} isBack />
        <Arrow query={week.next} part="soonest" label={words.week.next} />
      </div>
      <ul className="seven">
        {week.days.map((day) => (
          <li key={day.name}>
            <DayOfWeek {...day} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DayOfWeek({ weekday, number, name, query, free, chosen, isClosed, isHoliday }: DayLink) {
  const { inShort } = words
  const content = (
    <>
      <span aria-hidden="true">{weekday}</span>
      <b aria-hidden="true">{number}</b>
      <small aria-hidden="true">
        {free > 0 ? inShort.free(free) : query ? inShort.full : isClosed ? inShort.closed : '\u00a0'}
      </small>
      {(query || isClosed) && <span className="vh">{`${name}, ${query ? words.days(free) : words.closed}`}</span>}
    </>
  )
  if (!query) return <span className={isHoliday ? 'hol' : undefined}>{content}</span>
  return (
    <ChoiceStep
      className={free > 0 ? 'open' : undefined}
      query={query}
      part="day"
      aria-current={chosen ? 'date' : undefined}
    >
      {content}
    </ChoiceStep>
  )
}

/** On a wide screen, and on phones in place of the week. `id` of the heading. */
export function Month({ view: { month, fresh }, id }: { view: CalendarView; id: string }) {
  return (
    <section className="month" aria-labelledby={id}>
      <div className="cal-h">
        <h2 id={id} tabIndex={-1}>
          <MonthTitle title={month.title} />
        </h2>
        <ChoiceStep className="btn-text on-phone" query={fresh} part="soonest">
          {words.backToSoonest}
        </ChoiceStep>
        <Arrow
          query={month.previous?.query}
          part="month"
          label={words.month.previous(month.previous?.title ?? '')}
          isBack
        />
        <Arrow query={month.next?.query} part="month" label={words.month.next(month.next?.title ?? '')} />
      </div>
      <table className="cal">
        <thead>
          <tr>
            {['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, place) => (
                <td key={place}>{day && <DayOfMonth {...day} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Key isHoliday={month.weeks.flat().some((day) => day?.isHoliday)} />
    </section>
  )
}

/** 'December 2026'; 'Dec 2026' where there is no room. */
function MonthTitle({ title }: { title: string }) {
  const [name = '', year] = title.split(' ')
  return (
    <>
      {name.slice(0, 3)}
      <span className="rest">{name.slice(3)}</span> {year}
    </>
  )
}

type ArrowProps = { query: string | undefined; part: string; label: string; isBack?: boolean }

/** Left out where there is nothing to go to. */
const Arrow = ({ query, part, label, isBack }: ArrowProps) =>
  query !== undefined && (
    <ChoiceStep className={isBack ? 'circle go back' : 'circle go'} query={query} part={part} aria-label={label}>
      <Icon name="down" />
    </ChoiceStep>
  )

function DayOfMonth({ number, name, query, free, isToday, chosen, isClosed, isHoliday }: DayLink) {
  const className = ['day', isToday && 'today', free > 0 && 'open', isHoliday && 'hol'].filter(Boolean).join(' ')
  if (query === undefined)
    return (
      <>
        <span className={className} aria-hidden="true">
          {number}
        </span>
        {isClosed && <span className="vh">{`${name}, ${words.closed}`}</span>}
      </>
    )
  return (
    <ChoiceStep
      className={className}
      query={query}
      part="day"
      aria-label={`${name}, ${words.days(free)}`}
      aria-current={chosen ? 'date' : undefined}
    >
      {number}
    </ChoiceStep>
  )
}

const Key = ({ isHoliday }: { isHoliday: boolean }) => (
  <p className="row legend">
    <span>
      <i className="day open" /> {words.key.free}
    </span>
    {isHoliday && (
      <span>
        <i className="day hol" /> {words.key.closed}
      </span>
    )}
  </p>
)
