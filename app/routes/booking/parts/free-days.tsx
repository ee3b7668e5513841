import type { FreeDay, TimeLink } from '#app/domain/booking/calendar/calendar-view.ts'
import { formatTimeZone } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { StepContext } from '#app/ui/booking/choice-step.tsx'
import { DayLabel, TimesOfDay, TimeSlot } from '#app/ui/booking/times-of-day.tsx'

type FreeTimesProps = {
  days: readonly FreeDay[]
  clinic: ClinicFacts
  /** Of the booking form. */
  form: string
  toAction: (query: string) => string
}

type FreeDaysProps = FreeTimesProps & { words: Content<'booking'>['freeDays']; asksTime: boolean }

/** Above the booking form: some times of the first days, and a button for each day that opens its popover of FreeTimes. */
export function FreeDays({ words, days, clinic, form, toAction, asksTime }: FreeDaysProps) {
  const chosen = days.flatMap(({ name, times }) =>
    times.filter((time) => time.chosen).map((time) => ({ ...time, name })),
  )
  const [first, more] = [days.slice(0, daysWithTimes), days.slice(daysWithTimes)]
  return (
    <section className="panel free" aria-labelledby="free-days">
      <div className="ends free-head">
        <h2 className="h3" id="free-days">
          {words.heading}
        </h2>
        <p className="hint">{widget.zone(formatTimeZone(clinic.timeZone), clinic)}</p>
      </div>
      {/* Enter in a field presses the form's first button, and that must not be a time. */}
      <button type="submit" form={form} className="vh" tabIndex={-1} aria-hidden="true" />
      <StepContext value={toChooseTime(form, toAction)}>
        {first.map((day) => (
          <div key={day.day} className="free-day">
            <button type="button" className="btn-text" popoverTarget={popoverId(day)}>
              <DayLabel {...day} isLong />
            </button>
            <ul className="slots">
              {someOf(day.times).map((time) => (
                <TimeSlot key={time.query} {...time} on={day.name} />
              ))}
            </ul>
          </div>
        ))}
      </StepContext>
      {more.length > 0 && (
        <>
          <p className="hint">{words.more}</p>
          <ul className="days">
            {more.map((day) => (
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
        </>
      )}
      {asksTime && chosen.length === 0 && (
        <Note kind="error" id={yourTimeId}>
          {bookingPage.lost}
        </Note>
      )}
      {chosen.map(({ name, clock }) => (
        <p key={clock} id={yourTimeId} className="your-time" tabIndex={-1}>
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

const daysWithTimes = 2

/** The first time of the day and two more, spread over it. */
const someOf = (times: readonly TimeLink[]) =>
  times.length <= 3 ? times : [0, 1, 2].flatMap((third) => times[Math.floor((third * times.length) / 3)] ?? [])

/**
 * The times of each day, after the form, so that Enter in a field still presses the form's own button. A time posts what
 * is typed and gets it back; the form's own post does not contain the times.
 */
export const FreeTimes = ({ days, clinic, form, toAction }: FreeTimesProps) => (
  <StepContext value={toChooseTime(form, toAction)}>
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

/** Posts what is typed, with the time in the address, to the page that shows both again. */
const toChooseTime = (form: string, toAction: FreeTimesProps['toAction']) => (query: string) => ({
  form,
  formAction: `${toAction(query)}#${yourTimeId}`,
  name: 'intent',
  value: 'choose-time',
})

const yourTimeId = 'your-time'
const popoverId = ({ day }: FreeDay) => `times-${day}`
