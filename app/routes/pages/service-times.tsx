import type { NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import { bookingPath, type WellnessService } from '#app/domain/catalogue/service.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Text } from '#app/ui/site/words.tsx'
import { bookingPage } from '#content/pages/booking.ts'

type FreeTimesProps = {
  service: WellnessService
  /** Undefined while they are unknown. */
  times: readonly NearTime[] | undefined
  clinic: ClinicFacts
}

export const ServiceTimes = ({ heading, ...free }: FreeTimesProps & { heading: string }) => (
  <section className="free-times" aria-labelledby="times">
    <h2 id="times">{heading}</h2>
    <FreeTimes {...free} />
  </section>
)

/** Each of them is carried into the booking form. */
export function FreeTimes({ service, times, clinic }: FreeTimesProps) {
  const { noneFree, unknownFree } = bookingPage
  if (!times || times.length === 0)
    return (
      <p>
        <Text words={times ? noneFree : unknownFree} clinic={clinic} />
      </p>
    )
  return (
    <ul className="row chips">
      {times.map(({ day, clock, query }) => (
        <li key={query}>
          <a className="chip" href={bookingPath(service) + query}>
            {`${day}, `}
            <small>{clock}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}
