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

/** The id of the service's card on /services: the title in lower case, spaces turned to hyphens (specification, section 9). */
export const cardAnchor = (service: Pick<WellnessService, 'title'>) => service.title.toLowerCase().replaceAll(' ', '-')

export const bookingPath = (service: Pick<WellnessService, 'id'>) => `/booking/${service.id}`
