import '#app/ui/styles/service-page.css'
import { data } from 'react-router'
import { plansOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import { needsFor, type ServiceNeeds } from '#app/domain/booking/service-needs.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import {
  relatedServices,
  type ServiceDetails,
  servicePath,
  type WellnessService,
} from '#app/domain/catalogue/service.ts'
import { findServicePage, listServices } from '#app/domain/catalogue/services.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { servicesContext } from '#app/http/context.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { getFreeTimes } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { BookLink, FeaturedServiceCard, ServiceMeta } from '#app/ui/catalogue/service-card.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { sanskrit } from '#app/ui/site/sanskrit.ts'
import { sharePictureOf } from '#app/ui/site/share-picture.ts'
import { breadcrumbs, serviceThing } from '#app/ui/site/structured-data.ts'
import { planPage, toWaitlist } from '#content/pages/booking.ts'
import { servicesPage } from '#content/pages/services.ts'
import { introduceTeam } from './introduce-team.ts'
import { ServiceDock } from './service-dock.tsx'
import { ServiceHour } from './service-hour.tsx'
import { ServiceTimes } from './service-times.tsx'
import { TeamList } from './team-list.tsx'
import type { Route } from './+types/service.ts'

export const handle = readPage({ shows: ['catalogue', 'booking'] })

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { booking, clinic, content } = context.get(servicesContext)
  const found = findServicePage(content, id)
  if (!found) throw data(null, { status: 404 })
  const { details } = found
  const service = withFullPrice(context, found.service)
  const facts = clinic.facts(Date.now())
  const { own, scope, groups, seo } = content.read('services-page', facts)
  const { team } = content.read('about', facts)
  const { priceTexts } = content.read('resources', facts)
  return {
    service,
    details,
    way: toWay(needsFor(booking, id)),
    plans: isAvailable(service)
      ? plansOnOffer(content)
          .filter(({ days }) => days[0]?.serviceId === id)
          .map((plan) => ({ id: plan.id, title: plan.title, summary: plan.summary }))
      : [],
    times: isAvailable(service) ? await getFreeTimes(context, id) : undefined,
    related: relatedServices(listServices(content), service),
    group: groups.find(({ category }) => category === service.category),
    words: own,
    team,
    people: introduceTeam(content, id),
    scope: scope.text,
    list: seo.title,
    priceMeaning: priceTexts.find(({ text }) => text === service.price)?.meaning,
  }
}

function toWay({ byVideo, videoOffered }: Pick<ServiceNeeds, 'byVideo' | 'videoOffered'>) {
  if (videoOffered) return 'eitherWay' as const
  return byVideo ? ('byVideo' as const) : ('inPerson' as const)
}

type Words = { words: Content<'services-page'>['own'] }

export default function Service({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { service, details, way, plans, times, related, group, words, team, people, scope, list, priceMeaning } =
    loaderData
  const hasTimes = isAvailable(service) && !site.schedulerHost
  const trail = [
    { name: list, path: '/services' },
    { name: service.title, path: servicePath(service) },
  ]
  return (
    <>
      <PageHead
        site={site}
        path={servicePath(service)}
        title={service.title}
        description={service.description}
        picture={sharePictureOf(service.picture)}
        jsonLd={[serviceThing(site, service), breadcrumbs(site.origin, trail)]}
      />
      <div className="wrap cols sv">
        <div>
          <p className="hint crumbs">
            <a href="/services">{list}</a>
            {group && ' / '}
            {group && <a href={`/services#${group.anchor}`}>{group.category}</a>}
          </p>
          <h1>{service.title}</h1>
          {service.sanskrit && <p {...sanskrit(service.sanskrit)}>{service.sanskrit}</p>}
          <p className="lead">{service.description}</p>
          <ServiceMeta service={service}>
            <span>
              <Icon name="user" small />
              {words[way]}
            </span>
          </ServiceMeta>
          <BookLink service={service} arrow />
          {!site.schedulerHost && <ServicePlans service={service} plans={plans} />}
          {hasTimes && <ServiceTimes heading={words.times} service={service} times={times} clinic={site.clinic} />}
          {hasTimes && (
            <p>
              <a href={toWaitlist(service.id).href}>{toWaitlist().text}</a>
            </p>
          )}
        </div>
        <div className="sv-plate">
          <Plate name={service.picture} sizes="(max-width: 60rem) 100vw, 32rem" priority />
        </div>
      </div>
      {details.hour.length > 0 && <ServiceHour heading={words.hour} parts={details.hour} />}
      <Advice details={details} words={words} />
      <section className="wrap sec cols sv-cost">
        <Cost service={service} words={words} meaning={priceMeaning} />
        <div>
          <h2>{words.people}</h2>
          <TeamList words={team} people={people} />
        </div>
      </section>
      {related.length > 0 && <Related services={related} words={words} />}
      <div className="wrap hint sv-scope">
        <Markdown text={scope} rank={2} />
        <p>
          <b>{site.texts.emergency}</b>
        </p>
      </div>
      {isAvailable(service) && <ServiceDock service={service} next={times?.[0]} />}
    </>
  )
}

type ServicePlansProps = { service: WellnessService; plans: readonly { id: string; title: string; summary: string }[] }

const ServicePlans = ({ service, plans }: ServicePlansProps) =>
  plans.length > 0 && (
    <section className="free-times" aria-labelledby="plans">
      <h2 id="plans">{planPage.offer}</h2>
      <ul className="points">
        {plans.map(({ id, title, summary }) => (
          <li key={id}>
            <a href={`/booking/${service.id}?plan=${id}`}>{title}</a>: {summary}
          </li>
        ))}
      </ul>
    </section>
  )

/** Lists that the clinic left empty are not shown. */
function Advice({ details, words }: Words & { details: ServiceDetails }) {
  const lists = (['suits', 'wait', 'prepare'] as const).filter((name) => details[name].length > 0)
  if (lists.length === 0) return null
  return (
    <>
      <div className="wrap sec cols sv-advice">
        {lists.map((name) => (
          <section key={name}>
            <h2>{words[name]}</h2>
            <ul className="points">
              {details[name].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <hr />
    </>
  )
}

type CostProps = Words & { service: WellnessService; meaning: string | undefined }

function Cost({ service: { price }, words, meaning }: CostProps) {
  const { pricesLink } = servicesPage
  return (
    <div>
      <h2>{words.cost}</h2>
      <p className="big">{price}</p>
      {meaning && <p className="muted">{meaning}</p>}
      <p>
        <MoreLink href={pricesLink.href}>{pricesLink.text}</MoreLink>
      </p>
    </div>
  )
}

function Related({ services, words }: Words & { services: readonly WellnessService[] }) {
  return (
    <section className="wrap sec-flush" aria-labelledby="related">
      <div className="ends sechead">
        <h2 id="related">{words.related}</h2>
        <MoreLink href={words.all.href}>{words.all.text}</MoreLink>
      </div>
      <ul className="cards home-cards related">
        {services.map((service) => (
          <FeaturedServiceCard key={service.id} service={service} href={servicePath(service)} />
        ))}
      </ul>
    </section>
  )
}
