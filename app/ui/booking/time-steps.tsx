import type { CalendarView, DayLink, FreeDay, NearTime } from '#app/domain/booking/calendar-view.ts'
import type { WidgetStep } from '#app/domain/booking/choice.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep } from './choice-step.tsx'
import { DayLabel, TimeList, TimesOfDay } from './times-of-day.tsx'

type TimeStepsProps = {
  clinic: ClinicFacts
  view: CalendarView
  isPublic: boolean
  /** The section that a posted form leads to. */
  landing?: WidgetStep | undefined
}

export const TimeSteps = ({ clinic, view, isPublic, landing }: TimeStepsProps) => (
  <>
    {view.people.length > 0 && <People {...view} />}
    {view.ways && <Ways ways={view.ways} />}
    <Soonest view={view} id={landing === 'soonest' ? outcomeId : 'soonest'} />
    <Month view={view} id={landing === 'month' ? outcomeId : 'month'} />
    <Times clinic={clinic} view={view} isPublic={isPublic} id={landing === 'times' ? outcomeId : 'day'} />
  </>
)

/** Free times near one that was taken. */
export const Nearest = ({ times }: { times: readonly NearTime[] }) => (
  <ul className="nearest row">
    {times.map(({ text, query }) => (
      <li key={query}>
        <ChoiceStep className="btn btn-line btn-s" query={query} part="confirm">
          {text}
        </ChoiceStep>
      </li>
    ))}
  </ul>
)

function People({ people, anyone }: Pick<CalendarView, 'people' | 'anyone'>) {
  const all = [{ id: '', name: words.anyone, ...anyone }, ...people]
  return (
    <nav className="who" aria-label={words.who}>
      {all.map(({ id, name, query, chosen }) => (
        <ChoiceStep key={id} query={query} aria-current={chosen || undefined}>
          {name}
        </ChoiceStep>
      ))}
    </nav>
  )
}

const Ways = ({ ways }: { ways: NonNullable<CalendarView['ways']> }) => (
  <nav className="who" aria-label={words.ways.label}>
    {(['inPerson', 'video'] as const).map((way) => (
      <ChoiceStep key={way} query={ways[way].query} aria-current={ways[way].chosen || undefined}>
        {words.ways[way]}
      </ChoiceStep>
    ))}
  </nav>
)

/** `id` of the heading. */
type SectionProps = { view: CalendarView; id: string }

function Soonest({ view: { soonest, upcoming, month }, id }: SectionProps) {
  return (
    <section className="soonest" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {words.soonest}
      </h2>
      {soonest.map(({ day, times }) => (
        <div key={day}>
          <h3>{day}</h3>
          <TimeList times={times} />
        </div>
      ))}
      <Upcoming days={upcoming} />
      <ChoiceStep className="btn-text only-narrow" query={month.query} part="month">
        {words.anotherDay}
      </ChoiceStep>
    </section>
  )
}

/** Only on phones, where the month is a separate step. */
const Upcoming = ({ days }: { days: FreeDay[] }) => (
  <ul className="days only-narrow">
    {days.map((day) => (
      <li key={day.query}>
        <ChoiceStep className="pick" query={day.query} part="day" aria-current={day.chosen ? 'date' : undefined}>
          <DayLabel {...day} />
        </ChoiceStep>
      </li>
    ))}
  </ul>
)

function Month({ view: { month, fresh }, id }: SectionProps) {
  return (
    <section className="month" aria-labelledby={id}>
      <div className="cal-h">
        {month.previous && <OtherMonth className="tool back" month={month.previous} label={words.month.previous} />}
        <h2 id={id} tabIndex={-1}>
          {month.title}
        </h2>
        {month.next && <OtherMonth className="tool" month={month.next} label={words.month.next} />}
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
                <td key={place}>{day && <Day day={day} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {month.free === 0 && <p>{words.noTimes(month.title)}</p>}
      <ChoiceStep className="btn-text only-narrow" query={fresh} part="soonest">
        {words.backToSoonest}
      </ChoiceStep>
    </section>
  )
}

type OtherMonthProps = {
  className: string
  month: { query: string; title: string }
  label: (month: string) => string
}

const OtherMonth = ({ className, month: { query, title }, label }: OtherMonthProps) => (
  <ChoiceStep className={className} query={query} part="month" aria-label={label(title)}>
    <Icon name="arrow" />
  </ChoiceStep>
)

function Day({ day: { number, name, query, free, isToday, chosen } }: { day: DayLink }) {
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
          <ChoiceStep className={isPublic ? undefined : 'btn-text'} query={nextFree.query} part="confirm">
            <NoBreak text={nextFree.text} />
          </ChoiceStep>
          .
        </p>
      )}
      <TimesOfDay times={times} />
      <Upcoming days={upcoming} />
      <ChoiceStep className="btn-text only-narrow" query={month.query} part="month">
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
