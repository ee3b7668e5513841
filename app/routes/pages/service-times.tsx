import type { NearTime } from '#app/domain/booking/calendar-view.ts'
import { bookingPath, type WellnessService } from '#app/domain/catalogue/service.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Text } from '#app/ui/site/words.tsx'
import { bookingPage } from '#content/pages/booking.ts'

type ServiceTimesProps = {
  heading: string
  service: WellnessService
  /** Undefined while they are unknown. */
  times: readonly NearTime[] | undefined
  clinic: ClinicFacts
}

/** Each of them is carried into the booking form. */
export function ServiceTimes({ heading, service, times, clinic }: ServiceTimesProps) {
  const { noneFree, unknownFree } = bookingPage
  return (
    <section className="sv-times" aria-labelledby="times">
      <h2 id="times">{heading}</h2>
      {times && times.length > 0 ? (
        <ul className="chips">
          {times.map(({ day, clock, query }) => (
            <li key={query}>
              <a className="chip" href={bookingPath(service) + query}>
                {`${day}, `}
                <small>{clock}</small>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <Text words={times ? noneFree : unknownFree} clinic={clinic} />
        </p>
      )}
    </section>
  )
}
