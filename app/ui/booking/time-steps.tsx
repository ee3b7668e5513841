import type { CalendarView, DayLink, NearTime, TimeLink, UpcomingDay } from '#app/domain/booking/calendar-view.ts'
import type { WidgetStep } from '#app/domain/booking/choice.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep, type Path } from './choice-step.tsx'
import { DayLabel } from './day-label.tsx'

type TimeStepsProps = {
  path?: Path
  clinic: ClinicFacts
  view: CalendarView
  isPublic: boolean
  /** The section that a posted form leads to. */
  landing?: WidgetStep | undefined
}

export const TimeSteps = ({ path, clinic, view, isPublic, landing }: TimeStepsProps) => (
  <>
    {view.people.length > 0 && <People path={path} view={view} />}
    {view.ways && <Ways path={path} ways={view.ways} />}
    <Soonest path={path} view={view} id={landing === 'soonest' ? outcomeId : 'soonest'} />
    <Month path={path} view={view} id={landing === 'month' ? outcomeId : 'month'} />
    <Times path={path} clinic={clinic} view={view} isPublic={isPublic} id={landing === 'times' ? outcomeId : 'day'} />
  </>
)

/** Free times near one that was taken. */
export const Nearest = ({ path, times }: { path?: Path; times: readonly NearTime[] }) => (
  <ul className="nearest row">
    {times.map(({ text, query }) => (
      <li key={query}>
        <ChoiceStep className="btn btn-line btn-s" path={path} query={query} part="confirm">
          {text}
        </ChoiceStep>
      </li>
    ))}
  </ul>
)

function People({ path, view: { people, anyone } }: { path: Path; view: CalendarView }) {
  const all = [{ id: '', name: words.anyone, ...anyone }, ...people]
  return (
    <nav className="who" aria-label={words.who}>
      {all.map(({ id, name, query, chosen }) => (
        <ChoiceStep key={id} path={path} query={query} aria-current={chosen || undefined}>
          {name}
        </ChoiceStep>
      ))}
    </nav>
  )
}

const Ways = ({ path, ways }: { path: Path; ways: NonNullable<CalendarView['ways']> }) => (
  <nav className="who" aria-label={words.ways.label}>
    {(['inPerson', 'video'] as const).map((way) => (
      <ChoiceStep key={way} path={path} query={ways[way].query} aria-current={ways[way].chosen || undefined}>
        {words.ways[way]}
      </ChoiceStep>
    ))}
  </nav>
)

/** `id` of the heading. */
type SectionProps = { path: Path; view: CalendarView; id: string }

function Soonest({
  path,
  view: {
    soonest,
    upcoming,
    month: { query: monthQuery },
  },
  id,
}: SectionProps) {
  return (
    <section className="soonest" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {words.soonest}
      </h2>
      {soonest.map(({ day, times }) => (
        <div key={day}>
          <h3>{day}</h3>
          <TimeList path={path} times={times} />
        </div>
      ))}
      <Upcoming path={path} days={upcoming} />
      <ChoiceStep className="btn-text only-narrow" path={path} query={monthQuery} part="month">
        {words.anotherDay}
      </ChoiceStep>
    </section>
  )
}

/** Only on phones, where the month is a separate step. */
const Upcoming = ({ path, days }: { path: Path; days: UpcomingDay[] }) => (
  <ul className="days only-narrow">
    {days.map((day) => (
      <li key={day.query}>
        <ChoiceStep
          className="pick"
          path={path}
          query={day.query}
          part="day"
          aria-current={day.chosen ? 'date' : undefined}
        >
          <DayLabel {...day} />
        </ChoiceStep>
      </li>
    ))}
  </ul>
)

function Month({ path, view: { month, fresh }, id }: SectionProps) {
  return (
    <section className="month" aria-labelledby={id}>
      <div className="cal-h">
        {month.previous && (
          <ChoiceStep
            className="tool back"
            path={path}
            query={month.previous.query}
            part="month"
            aria-label={words.month.previous(month.previous.title)}
          >
            <Icon name="arrow" />
          </ChoiceStep>
        )}
        <h2 id={id} tabIndex={-1}>
          {month.title}
        </h2>
        {month.next && (
          <ChoiceStep
            className="tool"
            path={path}
            query={month.next.query}
            part="month"
            aria-label={words.month.next(month.next.title)}
          >
            <Icon name="arrow" />
          </ChoiceStep>
        )}
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
                <td key={place}>{day && <Day path={path} day={day} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {month.free === 0 && <p>{words.noTimes(month.title)}</p>}
      <ChoiceStep className="btn-text only-narrow" path={path} query={fresh} part="soonest">
        {words.backToSoonest}
      </ChoiceStep>
    </section>
  )
}

function Day({ path, day: { number, name, query, free, isToday, chosen } }: { path: Path; day: DayLink }) {
  const className = ['day', isToday && 'today', free > 0 && 'open'].filter(Boolean).join(' ')
  if (query === undefined)
    return (
      <span className={className} aria-hidden="true">
        {number}
      </span>
    )
  return (
    <ChoiceStep
      className={className}
      path={path}
      query={query}
      part="day"
      aria-label={`${name}, ${words.days(free)}`}
      aria-current={chosen ? 'date' : undefined}
    >
      {number}
    </ChoiceStep>
  )
}

function Times({
  path,
  clinic,
  view: { day, zone, nextFree, month, upcoming },
  isPublic,
  id,
}: SectionProps & Pick<TimeStepsProps, 'clinic' | 'isPublic'>) {
  const times = day?.times ?? []
  return (
    <section className="times" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {day?.name ?? words.chooseDay}
      </h2>
      <p className="hint">{words.zone(zone, clinic)}</p>
      {day && times.length === 0 && <p>{words.fullDay}</p>}
      {nextFree && (
        <p>
          {words.nextFree}{' '}
          <ChoiceStep className={path ? undefined : 'btn-text'} path={path} query={nextFree.query} part="confirm">
            <NoBreak text={nextFree.text} />
          </ChoiceStep>
          .
        </p>
      )}
      <Half title={words.morning} path={path} times={times.filter(({ isMorning }) => isMorning)} />
      <Half title={words.afternoon} path={path} times={times.filter(({ isMorning }) => !isMorning)} />
      <Upcoming path={path} days={upcoming} />
      <ChoiceStep className="btn-text only-narrow" path={path} query={month.query} part="month">
        {words.anotherDay}
      </ChoiceStep>
      {isPublic && (
        <p className="hint">
          <NoBreak text={words.call(clinic)} />
        </p>
      )}
    </section>
  )
}

function Half({ title, path, times }: { title: string; path: Path; times: TimeLink[] }) {
  if (times.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <TimeList path={path} times={times} />
    </>
  )
}

const TimeList = ({ path, times }: { path: Path; times: TimeLink[] }) => (
  <ul className="slots">
    {times.map(({ query, clock, minutes, chosen }) => (
      <li key={query}>
        <ChoiceStep
          className="slot"
          path={path}
          query={query}
          part="confirm"
          aria-current={chosen || undefined}
          aria-label={words.minutes(clock, minutes)}
        >
          {clock}
        </ChoiceStep>
      </li>
    ))}
  </ul>
)
