import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { services } from '#content/services.ts'
import { isAvailable } from './product.ts'

/** The services with the price text and availability set in the dashboard. */
export const currentServices = ({ items }: Pick<ClinicFacts, 'items'>): typeof services =>
  services.map((service) => {
    const { priceText: price = service.price, available = service.available } = items[`service:${service.id}`] ?? {}
    return { ...service, price, available }
  })

/** Services that can be booked online. */
export const servicesOnOffer = (facts: Pick<ClinicFacts, 'items'>) => currentServices(facts).filter(isAvailable)

/** An unknown or missing id is a General Consultation (specification, section 7). */
export const findServiceId = (serviceType: string | undefined) =>
  services.find(({ id }) => id === serviceType)?.id ??
  services.find(({ id }) => id === 'general')?.id ??
  services[0]!.id
