import { servicePath, type WellnessService } from '#app/domain/catalogue/service.ts'
import type { NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { useSite } from '#app/http/site.ts'
import { BookLink, ServiceMeta } from '#app/ui/catalogue/service-card.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { FreeTimes } from './service-times.tsx'

type SuggestionProps = {
  page: Content<'guide'>
  services: readonly WellnessService[]
  free: Free
}

/** `times`: of each service; none where they are unknown. */
export type Free = { heading: string; times: Readonly<Record<string, readonly NearTime[] | undefined>> }

/** The first of them large, the others below it. */
export function Suggestion({ page, services: [first, ...others], free }: SuggestionProps) {
  const { clinic, schedulerHost } = useSite()
  if (!first) return null
  return (
    <>
      <div className="pick">
        <Plate name={first.picture} />
        <div>
          <p className="eyebrow">{page.suggestion}</p>
          <h2>{first.title}</h2>
          <p className="lead">{first.description}</p>
          <ServiceMeta service={first} />
          <BookLink service={first} arrow />
          {!schedulerHost && (
            <div className="free-times">
              <h3>{free.heading}</h3>
              <FreeTimes service={first} times={free.times[first.id]} clinic={clinic} />
            </div>
          )}
          <p>
            <MoreLink href={servicePath(first)}>{fillInAlso(page.more, { service: first.title })}</MoreLink>
          </p>
        </div>
      </div>
      {others.length > 0 && (
        <>
          <h3>{page.others}</h3>
          <ul className="gd-others">
            {others.map((service) => (
              <li key={service.id}>
                <Plate name={service.picture} sizes="5rem" />
                <a href={servicePath(service)}>{service.title}</a>
                <p>{service.summary}</p>
                <ServiceMeta service={service} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
