import type { ReactNode } from 'react'
import type { CalendarView, NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import type { WidgetStep } from '#app/domain/booking/choice.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { PhoneLink } from '#app/ui/site/contact-links.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { appointmentPage } from '#content/pages/appointment.ts'
import { fromBooking, toWaitlist, widget as words } from '#content/pages/booking.ts'
import { ChoiceStep } from './choice-step.tsx'
import { Month, Week } from './days.tsx'
import { TimeSlot, TimesOfDay } from './times-of-day.tsx'

type TimePanelProps = {
  clinic: ClinicFacts
  view: CalendarView
  isPublic: boolean
  /** The part that a posted form leads to. */
  landing?: WidgetStep | undefined
  /** What became of a post, above the times. */
  outcome?: ReactNode
  /** Instead of the soonest times, after a time was lost. */
  nearest?: readonly NearTime[] | undefined
  /** Below the times on a wide screen. */
  service?: ReactNode
}

/** All that is chosen, at once: how and with whom, the day, the time. On a phone a week stands for the month. */
export function TimePanel({ clinic, view, isPublic, landing, outcome, nearest = [], service }: TimePanelProps) {
  const lands = (step: WidgetStep, id: string) => (landing === step ? outcomeId : id)
  return (
    <>
      {(view.ways || view.people.length > 0) && (
        <div className="opts">
          {view.ways && <Ways ways={view.ways} />}
          {view.people.length > 0 && <People {...view} />}
        </div>
      )}
      <div className="dates">
        <Week view={view} />
        <Month view={view} id={lands('month', 'month')} />
        {isPublic && (
          <p className="hint on-wide">
            {words.rules(view)} {view.closedWeekdays && words.closedWeekdays(view.closedWeekdays)}
          </p>
        )}
      </div>
      <div className="day-times">
        {outcome}
        {nearest.length > 0 ? <Nearest times={nearest} /> : <Soonest view={view} />}
        <Times clinic={clinic} view={view} id={lands('times', lands('soonest', 'day'))} />
        {isPublic && (
          <div className="aside">
            {service}
            <p>
              {words.call} <PhoneLink phone={clinic.phone} />
            </p>
            {!view.range && (
              <p>
                <a href={`/waitlist?${fromBooking}`}>{toWaitlist().text}</a>
              </p>
            )}
          </div>
        )}
      </div>
    </>
  )
}

const Ways = ({ ways }: { ways: NonNullable<CalendarView['ways']> }) => (
  <nav className="ways" aria-label={words.ways.label}>
    {(['inPerson', 'video'] as const).map((way) => (
      <ChoiceStep key={way} query={ways[way].query} part="day" aria-current={ways[way].chosen || undefined}>
        {words.ways[way]}
      </ChoiceStep>
    ))}
  </nav>
)

function People({ people, anyone }: Pick<CalendarView, 'people' | 'anyone'>) {
  const all = [{ id: '', name: words.anyone, languages: undefined, ...anyone }, ...people]
  return (
    <nav className="who" aria-labelledby="with">
      <h2 className="part" id="with">
        {words.who}
      </h2>
      <ul className="people">
        {all.map(({ id, name, languages, query, chosen }) => (
          <li key={id}>
            <ChoiceStep query={query} part="day" aria-current={chosen || undefined}>
              {name}
              {!id && <small className="on-wide">{words.firstFree}</small>}
              {languages && <small className="on-wide">{words.speaks(languages)}</small>}
            </ChoiceStep>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Soonest = ({ view: { soonest } }: { view: CalendarView }) =>
  soonest.length > 0 && (
    <section className="soonest" aria-labelledby="first-times">
      <h2 className="part" id="first-times">
        {words.soonest}
      </h2>
      <ul className="slots">
        {soonest.map((time) => (
          <TimeSlot key={time.query} {...time} />
        ))}
      </ul>
    </section>
  )

/** Free times near one that was taken. */
const Nearest = ({ times }: { times: readonly NearTime[] }) => (
  <section aria-labelledby="nearest">
    <h2 className="part" id="nearest">
      {words.nearest}
    </h2>
    <ul className="nearest slots">
      {times.map((time) => (
        <TimeSlot key={time.query} {...time} />
      ))}
    </ul>
  </section>
)

/** `id` of the heading. */
function Times({ clinic, view, id }: Pick<TimePanelProps, 'clinic' | 'view'> & { id: string }) {
  const { day, zone, week, byVideo, ways } = view
  return (
    <section className="times" aria-labelledby={id}>
      {day && week.closure && (
        <Note kind="warn">
          {`${words.closedOn(week.closure.days)} ${week.closure.back ? words.backOn(week.closure.back) : ''}`}
        </Note>
      )}
      {ways && byVideo && <Note kind="info">{appointmentPage.byVideo}</Note>}
      <div>
        <h2 id={id} tabIndex={-1}>
          {heading(view)}
        </h2>
        <p className="hint">{words.zone(zone, clinic)}</p>
      </div>
      <NextFree view={view} />
      <TimesOfDay times={day?.times ?? []} />
    </section>
  )
}

function heading({ day, step, month }: CalendarView) {
  if (day) return day.name
  if (step !== 'month') return words.noTimesInWeek
  return month.hasFree ? words.chooseDay : words.noTimes(month.title)
}

/** Where the chosen day, week or month has no free time. */
const NextFree = ({ view: { day, step, nextFree, people, anyone } }: { view: CalendarView }) => (
  <>
    {day?.times.length === 0 && <p>{words.fullDay}</p>}
    {nextFree && (
      <p>
        {words.nextFree}{' '}
        <ChoiceStep query={nextFree.query} part="confirm">
          <NoBreak text={nextFree.text} />
        </ChoiceStep>
        .
      </p>
    )}
    {nextFree && step === 'month' && (
      <p className="row">
        <ChoiceStep className="btn" query={nextFree.dayQuery} part="day">
          {words.goTo(nextFree.month)}
        </ChoiceStep>
        {people.length > 0 && !anyone.chosen && (
          <ChoiceStep className="btn-text" query={anyone.query} part="day">
            {words.tryAnyone}
          </ChoiceStep>
        )}
      </p>
    )}
  </>
)
