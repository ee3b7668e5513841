import type { z } from 'zod'
import type { serviceSchema } from './catalogue-schema.server.ts'

/** The three headings of the catalogue, in the order of /services (specification, section 2). */
export const serviceCategories = ['General Appointment', 'Panchakarma', 'Tailored Services'] as const
export type ServiceCategory = (typeof serviceCategories)[number]

export type WellnessService = z.infer<typeof serviceSchema>

/** The id of the service's card on /services: the title in lower case, spaces turned to hyphens (specification, section 9). */
export const cardAnchor = (service: Pick<WellnessService, 'title'>) => service.title.toLowerCase().replaceAll(' ', '-')

export const bookingPath = (service: Pick<WellnessService, 'id'>) => `/booking/${service.id}`
