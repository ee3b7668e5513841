import type { NearTime, TimeLink } from '#app/domain/booking/calendar/calendar-view.ts'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep } from './choice-step.tsx'

/** 'Friday, November 27', and the number of free times, in short only for screen readers. */
export const DayLabel = ({ name, free, isLong }: { name: string; free: number; isLong?: boolean }) => (
  <span>
    {name}
    <span className="vh">, {!isLong && words.days(free)}</span>
    {isLong && <small>{words.days(free)}</small>}
  </span>
)

/** Times in the morning, then those in the afternoon. */
export const TimesOfDay = ({ times }: { times: readonly TimeLink[] }) =>
  (['morning', 'afternoon'] as const).map((half) => {
    const some = times.filter(({ isMorning }) => isMorning === (half === 'morning'))
    return (
      some.length > 0 && (
        <section key={half}>
          <h3 className="part">
            {words[half]} <span>{words.inShort.free(some.length)}</span>
          </h3>
          <ul className="slots">
            {some.map((time) => (
              <TimeSlot key={time.query} {...time} />
            ))}
          </ul>
        </section>
      )
    )
  })

type TimeSlotProps = Omit<NearTime, 'day'> & {
  /** Where the times of several days are side by side. */
  day?: string
  /** The day for screen readers, where it stands beside the time. */
  on?: string
  chosen?: boolean
}

export const TimeSlot = ({ query, clock, minutes, chosen, day, on }: TimeSlotProps) => (
  <li>
    <ChoiceStep
      className="slot"
      query={query}
      part="confirm"
      aria-current={chosen || undefined}
      aria-label={day ? undefined : [words.minutes(clock, minutes), on].filter(Boolean).join(', ')}
    >
      {clock}
      {day && (
        <>
          <small>{day}</small>
          <span className="vh">, {words.length(minutes)}</span>
        </>
      )}
    </ChoiceStep>
  </li>
)
