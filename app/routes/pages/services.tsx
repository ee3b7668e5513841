import type { WellnessService } from '#app/domain/catalogue/service.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { servicesContext } from '#app/http/context.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { getNextFree } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { ServiceCard, WideServiceCard } from '#app/ui/catalogue/service-card.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { serviceThing } from '#app/ui/site/structured-data.ts'
import { servicesPage as words } from '#content/pages/services.ts'
import type { Route } from './+types/services.ts'

export const handle = readPage({ shows: ['catalogue', 'booking'] })

export async function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const services = listServices(content).map((service) => withFullPrice(context, service))
  const ids = services.map(({ id }) => id)
  const times = await getNextFree(context, ids)
  return {
    page: content.read('services-page', clinic.facts(Date.now())),
    services,
    nextFree: Object.fromEntries(ids.map((id, index) => [id, times?.[index]])),
  }
}

export default function Services({ loaderData: { page, services, nextFree } }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageTop
        page={page}
        site={site}
        path="/services"
        jsonLd={services.filter(({ category }) => category).map((service) => serviceThing(site, service))}
      />
      <div className="wrap">
        <nav className="row chips jump" aria-label={words.jumpLabel}>
          {page.groups.map(({ category, anchor }) => (
            <a key={anchor} className="chip" href={`#${anchor}`}>
              {category}
            </a>
          ))}
        </nav>
        <p>
          <MoreLink href={page.guide.href}>{page.guide.text}</MoreLink>
        </p>
        {page.groups.map((group) => (
          <ServiceGroup key={group.anchor} page={page} group={group} services={services} nextFree={nextFree} />
        ))}
        <Scope page={page} emergency={site.texts.emergency} />
      </div>
    </>
  )
}

type Page = { page: Content<'services-page'> }

type ServiceGroupProps = Page & {
  group: Content<'services-page'>['groups'][number]
  services: readonly WellnessService[]
  /** By service id. */
  nextFree: Record<string, string | undefined>
}

function ServiceGroup({ page, group: { category, anchor, intro }, services: all, nextFree }: ServiceGroupProps) {
  const inGroup = all.filter((service) => service.category === category)
  const [only] = inGroup
  if (!only) return null
  return (
    <section className="cat" id={anchor} aria-labelledby={`${anchor}-heading`}>
      <div className="cols cat-head">
        <h2 id={`${anchor}-heading`}>{category}</h2>
        <p>{intro}</p>
      </div>
      {inGroup.length === 1 ? (
        <WideServiceCard eyebrow={page.startHere} service={only} nextFree={nextFree[only.id]} />
      ) : (
        <ul className="cards svc-cards">
          {inGroup.map((service) => (
            <ServiceCard key={service.id} service={service} nextFree={nextFree[service.id]} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Scope({ page, emergency }: Page & { emergency: string }) {
  const { heading, text } = page.scope
  return (
    <section className="cat cat-last" aria-labelledby="scope">
      <Note kind="info">
        <h2 id="scope">{heading}</h2>
        <Markdown text={text} rank={3} />
        <p>
          <b>{emergency}</b>
        </p>
      </Note>
    </section>
  )
}
