import type { Entry } from '#app/domain/content/content-record.ts'

/** The three headings of the catalogue, in the order of /services (specification, section 2). */
export const serviceCategories = ['General Appointment', 'Panchakarma', 'Tailored Services'] as const
export type ServiceCategory = (typeof serviceCategories)[number]

export type WellnessService = {
  id: string
  title: string
  /** The Sanskrit name in Devanagari, where there is one. */
  sanskrit?: string | undefined
  /** Without a category a service can be booked but has no card (Spring Detox Program). */
  category?: ServiceCategory | undefined
  /** Shown as it is; the specification has '1 hr' for all. */
  duration: string
  /** The price in words, without an amount. */
  price: string
  /** False: it cannot be booked. */
  available?: boolean
  /** One line for the home page. */
  summary: string
  /** One short paragraph for /services. */
  description: string
  picture?: Entry<'services'>['picture']
}

/** What its own page says besides. */
export type ServiceDetails = {
  /** Its parts in their order. */
  hour: readonly { minutes: number; heading: string; text: string }[]
  suits: readonly string[]
  wait: readonly string[]
  prepare: readonly string[]
}

/** The page of its own. */
export const servicePath = ({ id }: Pick<WellnessService, 'id'>) => `/services/${id}`

/** The id of the service's card on /services: the title in lower case, spaces turned to hyphens (specification, section 9). */
export const cardAnchor = (service: Pick<WellnessService, 'title'>) => service.title.toLowerCase().replaceAll(' ', '-')

export const bookingPath = (service: Pick<WellnessService, 'id'>) => `/booking/${service.id}`

/** Up to three others to read on with: of its group, then the first in the list, which is where most people begin. */
export function relatedServices(services: readonly WellnessService[], { id, category }: WellnessService) {
  const others = services.filter((other) => other.category && other.available !== false && other.id !== id)
  const ofGroup = others.filter((other) => other.category === category)
  return [...new Set([...ofGroup, ...others])].slice(0, 3)
}
