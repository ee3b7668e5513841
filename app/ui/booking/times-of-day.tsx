import { Fragment } from 'react'
import type { TimeLink } from '#app/domain/booking/calendar-view.ts'
import { widget as words } from '#content/pages/booking.ts'
import { ChoiceStep } from './choice-step.tsx'

/** 'Friday, November 27', and for screen readers the number of free times. */
export const DayLabel = ({ name, free }: { name: string; free: number }) => (
  <span>
    {name}
    <span className="vh">, {words.days(free)}</span>
  </span>
)

/** Times in the morning, then those in the afternoon. */
export const TimesOfDay = ({ times }: { times: readonly TimeLink[] }) =>
  (['morning', 'afternoon'] as const).map((half) => {
    const some = times.filter(({ isMorning }) => isMorning === (half === 'morning'))
    return (
      some.length > 0 && (
        <Fragment key={half}>
          <h3>{words[half]}</h3>
          <TimeList times={some} />
        </Fragment>
      )
    )
  })

export const TimeList = ({ times }: { times: readonly TimeLink[] }) => (
  <ul className="slots">
    {times.map(({ query, clock, minutes, chosen }) => (
      <li key={query}>
        <ChoiceStep
          className="slot"
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
