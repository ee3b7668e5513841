import type { ComponentProps, ReactNode } from 'react'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import { bookingPath, cardAnchor, servicePath, type WellnessService } from '#app/domain/catalogue/service.ts'
import { servicesPage } from '#content/pages/services.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { sanskrit } from '#app/ui/site/sanskrit.ts'

type ServiceCardProps = {
  service: WellnessService
  /** Empty or undefined if there is none to show. */
  nextFree: string | undefined
}

export function ServiceCard({ service, nextFree }: ServiceCardProps) {
  return (
    <li id={cardAnchor(service)}>
      <article className="card svc">
        <div className="im">
          <Plate name={service.picture} />
        </div>
        <ServiceTitle service={service} href={servicePath(service)} />
        <ServiceMeta service={service} />
        <p className="desc">{service.description}</p>
        {isAvailable(service) && <NextFree time={nextFree} />}
        <div className="foot-btn">
          <BookLink service={service} kind="line" small />
        </div>
      </article>
    </li>
  )
}

export function WideServiceCard({ eyebrow, service, nextFree }: ServiceCardProps & { eyebrow: string }) {
  return (
    <article className="cols wide" id={cardAnchor(service)}>
      <div className="im">
        <Plate name={service.picture} priority />
      </div>
      <div>
        <p className="eyebrow">{eyebrow}</p>
        <h3>
          <a href={servicePath(service)}>{service.title}</a>
        </h3>
        <ServiceMeta service={service} />
        {isAvailable(service) && <NextFree time={nextFree} />}
        <p className="desc">{service.description}</p>
        <BookLink service={service} arrow />
      </div>
    </article>
  )
}

type FeaturedServiceCardProps = { service: WellnessService; href?: string }

/** The whole card is one link; on the home page to the card on /services (specification, section 2). */
export function FeaturedServiceCard({ service, href = `/services#${cardAnchor(service)}` }: FeaturedServiceCardProps) {
  return (
    <li>
      <a className="card" href={href}>
        <div className="im">
          <Plate name={service.picture} />
        </div>
        <ServiceTitle service={service} />
        <p>{service.summary}</p>
      </a>
    </li>
  )
}

/** `children`: further facts. */
export function ServiceMeta({ service, children }: { service: WellnessService; children?: ReactNode }) {
  return (
    <p className="row meta">
      <span>
        <Icon name="clock" small />
        {service.duration}
      </span>
      {service.price && (
        <span>
          <Icon name="tag" small />
          {!service.price.startsWith('Price') && `${servicesPage.price} `}
          <a href={servicesPage.pricesLink.href} title={servicesPage.pricesLink.text}>
            {service.price}
          </a>
        </span>
      )}
      {children}
    </p>
  )
}

function ServiceTitle({ service, href }: { service: WellnessService; href?: string }) {
  return (
    <h3>
      {href ? <a href={href}>{service.title}</a> : <span>{service.title}</span>}{' '}
      {service.sanskrit && <span {...sanskrit(service.sanskrit)}>{service.sanskrit}</span>}
    </h3>
  )
}

const NextFree = ({ time }: { time: string | undefined }) =>
  time && (
    <p className="hint">
      {servicesPage.nextFree} <span className="nowrap">{time}</span>
    </p>
  )

type BookLinkProps = { service: WellnessService } & Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'small' | 'arrow'>

export function BookLink({ service, ...style }: BookLinkProps) {
  const { notAvailable, bookLabel } = servicesPage
  if (!isAvailable(service)) return <p className="not-now">{notAvailable}</p>
  return (
    <ButtonLink href={bookingPath(service)} aria-label={`${bookLabel}: ${service.title}`} {...style}>
      {bookLabel}
    </ButtonLink>
  )
}
