import type { ReactNode } from 'react'
import type { ChangeRules } from '#app/domain/booking/appointment.ts'
import type { CalendarView, DayLink, NearTime, TimeLink, UpcomingDay } from '#app/domain/booking/calendar-view.ts'
import type { WidgetStep } from '#app/domain/booking/choice.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Unbroken } from '#app/ui/site/unbroken.tsx'
import { changeRules } from '#content/pages/appointment.ts'
import { widget as words } from '#content/pages/booking.ts'
import { DayLabel } from './day-label.tsx'

type WidgetProps = {
  /** Of this document, without a query. */
  path: string
  clinic: ClinicFacts
  view: CalendarView
  step: WidgetStep
  form: FormState
  nearest?: NearTime[] | undefined
  /** Its practitioner's id, sent along. */
  who: string | undefined
  /** For patients: until when they can move it. */
  rules?: ChangeRules
  /** In the dashboard, which speaks to the clinic. */
  own?: { yours: string; lost: string }
  /** On the button that ends it. */
  button: string
  /** More fields of its form. */
  children?: ReactNode
  /** Other ways to end it. */
  besides?: ReactNode
}

/** Choosing a time: all of it links and one form, so it works without scripts, by keyboard and by ear. */
export function Widget({
  path,
  clinic,
  view,
  step,
  form,
  nearest,
  who,
  rules,
  own,
  button,
  children,
  besides,
}: WidgetProps) {
  const near = nearest ?? view.lost ?? []
  return (
    <div className="panel sched" id="widget" data-swap data-step={step}>
      {view.people.length > 0 && <People path={path} view={view} />}
      {view.ways && <Ways path={path} ways={view.ways} />}
      <Soonest path={path} view={view} />
      <Month path={path} view={view} />
      <Times path={path} clinic={clinic} view={view} isPublic={!own} />
      <form
        method="post"
        action={`${path}${view.query}#${outcomeId}`}
        className="confirm"
        noValidate
        data-enhance
        data-offline={words.offline(clinic)}
      >
        <FormOutcome form={view.lost && !form.error ? { ...form, error: own?.lost ?? words.lost } : form} />
        {near.length > 0 && <Nearest path={path} times={near} />}
        <input type="hidden" name="at" value={view.chosen?.at ?? ''} />
        <input type="hidden" name="who" value={who ?? ''} />
        {view.ways?.video.chosen && <input type="hidden" name="how" value="video" />}
        {view.chosen && (
          <p id="confirm" tabIndex={-1}>
            <span className="hint">{own?.yours ?? words.yours}</span>{' '}
            <strong>
              <Unbroken text={view.chosen.text} />
            </strong>
            {view.ways && `, ${view.ways.video.chosen ? words.ways.byVideo : words.ways.atClinic}`}
          </p>
        )}
        {rules && <p className="hint">{changeRules(rules)}</p>}
        {children}
        <Button data-pending={words.pending}>{button}</Button>
        {besides}
        {step === 'confirm' && (
          <a className="btn-text" href={`${path}${view.chosen ? `${view.chosen.query}#day` : `${view.fresh}#soonest`}`}>
            {words.otherTime}
          </a>
        )}
      </form>
    </div>
  )
}

/** Free times near one that was lost. */
const Nearest = ({ path, times }: { path: string; times: NearTime[] }) => (
  <ul className="nearest row">
    {times.map(({ text, query }) => (
      <li key={query}>
        <ButtonLink kind="line" small href={`${path}${query}#confirm`}>
          {text}
        </ButtonLink>
      </li>
    ))}
  </ul>
)

function People({ path, view: { people, anyone } }: { path: string; view: CalendarView }) {
  const all = [{ id: '', name: words.anyone, ...anyone }, ...people]
  return (
    <nav className="who" aria-label={words.who}>
      {all.map(({ id, name, query, chosen }) => (
        <a key={id} href={`${path}${query}`} aria-current={chosen || undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** In person or by video: the free times are those of the way that is chosen. */
const Ways = ({ path, ways }: { path: string; ways: NonNullable<CalendarView['ways']> }) => (
  <nav className="who" aria-label={words.ways.label}>
    {(['inPerson', 'video'] as const).map((way) => (
      <a key={way} href={`${path}${ways[way].query}`} aria-current={ways[way].chosen || undefined}>
        {words.ways[way]}
      </a>
    ))}
  </nav>
)

function Soonest({
  path,
  view: {
    soonest,
    upcoming,
    month: { query: monthQuery },
  },
}: {
  path: string
  view: CalendarView
}) {
  return (
    <section className="soonest" aria-labelledby="soonest">
      <h2 id="soonest" tabIndex={-1}>
        {words.soonest}
      </h2>
      {soonest.map(({ day, times }) => (
        <div key={day}>
          <h3>{day}</h3>
          <TimeList path={path} times={times} />
        </div>
      ))}
      <Upcoming path={path} days={upcoming} />
      <a className="btn-text only-narrow" href={`${path}${monthQuery}#month`}>
        {words.anotherDay}
      </a>
    </section>
  )
}

/** On a phone, where the month is a step of its own, the next days are one tap away too. */
const Upcoming = ({ path, days }: { path: string; days: UpcomingDay[] }) => (
  <ul className="days only-narrow">
    {days.map((day) => (
      <li key={day.query}>
        <a className="pick" href={`${path}${day.query}#day`} aria-current={day.chosen ? 'date' : undefined}>
          <DayLabel {...day} />
        </a>
      </li>
    ))}
  </ul>
)

function Month({ path, view: { month, fresh } }: { path: string; view: CalendarView }) {
  return (
    <section className="month" aria-labelledby="month">
      <div className="cal-h">
        {month.previous && (
          <a
            className="tool back"
            href={`${path}${month.previous.query}#month`}
            aria-label={words.month.previous(month.previous.title)}
          >
            <Icon name="arrow" />
          </a>
        )}
        <h2 id="month" tabIndex={-1}>
          {month.title}
        </h2>
        {month.next && (
          <a className="tool" href={`${path}${month.next.query}#month`} aria-label={words.month.next(month.next.title)}>
            <Icon name="arrow" />
          </a>
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
      <a className="btn-text only-narrow" href={`${path}${fresh}#soonest`}>
        {words.backToSoonest}
      </a>
    </section>
  )
}

function Day({ path, day: { number, name, query, free, isToday, chosen } }: { path: string; day: DayLink }) {
  const className = ['day', isToday && 'today', free > 0 && 'open'].filter(Boolean).join(' ')
  if (query === undefined)
    return (
      <span className={className} aria-hidden="true">
        {number}
      </span>
    )
  return (
    <a
      className={className}
      href={`${path}${query}#day`}
      aria-label={`${name}, ${words.days(free)}`}
      aria-current={chosen ? 'date' : undefined}
    >
      {number}
    </a>
  )
}

function Times({
  path,
  clinic,
  view: { day, zone, nextFree, month, upcoming },
  isPublic,
}: {
  path: string
  clinic: ClinicFacts
  view: CalendarView
  isPublic: boolean
}) {
  const times = day?.times ?? []
  return (
    <section className="times" aria-labelledby="day">
      <h2 id="day" tabIndex={-1}>
        {day?.name ?? words.chooseDay}
      </h2>
      <p className="hint">{words.zone(zone, clinic)}</p>
      {day && times.length === 0 && <p>{words.fullDay}</p>}
      {nextFree && (
        <p>
          {words.nextFree}{' '}
          <a href={`${path}${nextFree.query}#confirm`}>
            <Unbroken text={nextFree.text} />
          </a>
          .
        </p>
      )}
      <Half title={words.morning} path={path} times={times.filter(({ isMorning }) => isMorning)} />
      <Half title={words.afternoon} path={path} times={times.filter(({ isMorning }) => !isMorning)} />
      <Upcoming path={path} days={upcoming} />
      <a className="btn-text only-narrow" href={`${path}${month.query}#month`}>
        {words.anotherDay}
      </a>
      {isPublic && (
        <p className="hint">
          <Unbroken text={words.call(clinic)} />
        </p>
      )}
    </section>
  )
}

function Half({ title, path, times }: { title: string; path: string; times: TimeLink[] }) {
  if (times.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <TimeList path={path} times={times} />
    </>
  )
}

const TimeList = ({ path, times }: { path: string; times: TimeLink[] }) => (
  <ul className="slots">
    {times.map(({ query, clock, minutes, chosen }) => (
      <li key={query}>
        <a
          className="slot"
          href={`${path}${query}#confirm`}
          aria-current={chosen || undefined}
          aria-label={words.minutes(clock, minutes)}
        >
          {clock}
        </a>
      </li>
    ))}
  </ul>
)
