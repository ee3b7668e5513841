import type { FreeDay } from '#app/domain/booking/calendar-view.ts'
import { formatTimeZone } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { StepContext } from '#app/ui/booking/choice-step.tsx'
import { DayLabel, TimesOfDay } from '#app/ui/booking/times-of-day.tsx'

const { freeDays: words } = bookingPage

/** Above the booking form: each day opens its popover of FreeTimes. */
export function FreeDays({ days, asksTime }: { days: readonly FreeDay[]; asksTime: boolean }) {
  const chosen = days.flatMap(({ name, times }) =>
    times.filter((time) => time.chosen).map((time) => ({ ...time, name })),
  )
  return (
    <section className="free-days" aria-labelledby="free-days">
      <h2 className="h3" id="free-days">
        {words.heading}
      </h2>
      <ul className="days">
        {days.map((day) => (
          <li key={day.day}>
            <button
              type="button"
              className="pick"
              popoverTarget={popoverId(day)}
              aria-current={day.chosen || undefined}
            >
              <DayLabel {...day} />
            </button>
          </li>
        ))}
      </ul>
      {asksTime && chosen.length === 0 && (
        <Note kind="error" id={yourTimeId}>
          {words.lost}
        </Note>
      )}
      {chosen.map(({ name, clock }) => (
        <p key={clock} id={yourTimeId} tabIndex={-1}>
          {words.yours}:{' '}
          <b>
            <NoBreak text={`${name} at ${clock}`} />
          </b>
          <br />
          <span className="hint">{words.next}</span>
        </p>
      ))}
    </section>
  )
}

type FreeTimesProps = {
  days: readonly FreeDay[]
  clinic: ClinicFacts
  /** Of the booking form. */
  form: string
  toAction: (query: string) => string
}

/**
 * The times of each day, after the form, so that Enter in a field still presses the form's own button. A time posts what
 * is typed and gets it back; the form's own post does not contain the times.
 */
export const FreeTimes = ({ days, clinic, form, toAction }: FreeTimesProps) => (
  <StepContext
    value={(query) => ({ form, formAction: `${toAction(query)}#${yourTimeId}`, name: 'intent', value: 'choose-time' })}
  >
    {days.map((day) => (
      <div
        key={day.day}
        popover="auto"
        id={popoverId(day)}
        className="panel drop-panel"
        role="dialog"
        aria-labelledby={`${popoverId(day)}-title`}
      >
        <h2 className="h3" id={`${popoverId(day)}-title`}>
          {day.name}
        </h2>
        <p className="hint">{widget.zone(formatTimeZone(clinic.timeZone), clinic)}</p>
        <TimesOfDay times={day.times} />
      </div>
    ))}
  </StepContext>
)

const yourTimeId = 'your-time'
const popoverId = ({ day }: FreeDay) => `times-${day}`
