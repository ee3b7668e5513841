import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import type { WellnessService } from './service.ts'

/** The services of the clinic in their order, without those that were removed. */
export const listServices = (content: Lists): WellnessService[] =>
  content
    .list('services')
    .filter(({ archived }) => !archived)
    .map(toService)

/** Services that can be booked online. */
export const servicesOnOffer = (content: Lists) => listServices(content).filter(({ available }) => available)

/** Also one that was removed, for what was booked before. */
export function findService(content: Lists, id: string) {
  const found = content.list('services').find((entry) => entry.id === id)
  return found && toService(found)
}

/** Its name; one that is not known any more is called by its id. */
export const nameService = (content: Lists, id: string) => findService(content, id)?.title ?? id

/** An unknown or missing id is a General Consultation (specification, section 7). */
export function findServiceId(content: Lists, serviceType: string | undefined) {
  const services = listServices(content)
  return [serviceType, 'general', services[0]?.id].find((id) => services.some((service) => service.id === id))!
}

function toService({ archived, category, sanskrit, ...service }: Entry<'services'>): WellnessService {
  return {
    ...service,
    available: service.available && !archived,
    category: category === 'none' ? undefined : category,
    sanskrit: sanskrit || undefined,
  }
}
