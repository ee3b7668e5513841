import { servicePath, type WellnessService } from '#app/domain/catalogue/service.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/placeholders.ts'
import { BookLink, ServiceMeta } from '#app/ui/catalogue/service-card.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'

type SuggestionProps = { page: Content<'guide'>; services: readonly WellnessService[] }

/** The first of them large, the others below it. */
export function Suggestion({ page, services: [first, ...others] }: SuggestionProps) {
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
          <p>
            <MoreLink href={servicePath(first)}>{fillInAlso(page.more, { service: first.title })}</MoreLink>
          </p>
        </div>
      </div>
      {others.length > 0 && (
        <>
          <h3>{page.others}</h3>
          <ul className="tl">
            {others.map((service) => (
              <li key={service.id}>
                <a href={servicePath(service)}>{service.title}</a>
                <p>{service.summary}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
