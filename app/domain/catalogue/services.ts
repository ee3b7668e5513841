import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { listGiven } from '#app/domain/content/given-services.ts'
import type { ServiceDetails, WellnessService } from './service.ts'

/** The services of the clinic in their order, without those that were removed. */
export const listServices = (content: Lists): WellnessService[] =>
  content
    .list('services')
    .filter(({ archived }) => !archived)
    .map((entry) => toService(content, entry))

/** Services that can be booked online. */
export const servicesOnOffer = (content: Lists) => listServices(content).filter(({ available }) => available)

/** Services that could be booked online if somebody on the team gave them. */
export function listServicesNobodyGives(content: Lists) {
  const isWanted = new Set(content.list('services').flatMap(({ id, available }) => (available ? [id] : [])))
  return listServices(content).filter(({ id, available }) => !available && isWanted.has(id))
}

/** Services that can be booked now, and could not with other people on the team. */
export const listMadeUnbookable = (content: Lists, next: Lists) => {
  const left = new Set(servicesOnOffer(next).map(({ id }) => id))
  return servicesOnOffer(content).filter(({ id }) => !left.has(id))
}

/** Services on offer that nobody on the team gives but this person. */
export const listServicesOnlyGivenBy = (content: Lists, personId: string) =>
  servicesOnOffer(content).filter(({ id }) => {
    const giving = content.list('team').filter((one) => !one.archived && listGiven(content, one).includes(id))
    return giving.length === 1 && giving[0]?.id === personId
  })

/** Also one that was removed, for what was booked before. */
export function findService(content: Lists, id: string) {
  const found = content.list('services').find((entry) => entry.id === id)
  return found && toService(content, found)
}

/** What its page shows; undefined if there is none, or if it was removed. */
export function findServicePage(content: Lists, id: string) {
  const found = content.list('services').find((entry) => entry.id === id && !entry.archived)
  return found && { service: toService(content, found), details: toDetails(found) }
}

/** Its name; one that is not known any more is called by its id. */
export const nameService = (content: Lists, id: string) => findService(content, id)?.title ?? id

/** An unknown or missing id is a General Consultation (specification, section 7). */
export function findServiceId(content: Lists, serviceType: string | undefined) {
  const services = listServices(content)
  return [serviceType, 'general', services[0]?.id].find((id) => services.some((service) => service.id === id))!
}

const toDetails = ({ page: { hour, suits, wait, prepare } }: Entry<'services'>): ServiceDetails => ({
  hour: hour.map((part) => ({ ...part, minutes: Number(part.minutes) })),
  suits: suits.map(toText),
  wait: wait.map(toText),
  prepare: prepare.map(toText),
})

const toText = ({ text }: { text: string }) => text

function toService(content: Lists, { archived, category, sanskrit, ...entry }: Entry<'services'>): WellnessService {
  const { id, title, duration, price, summary, description, picture } = entry
  return {
    ...{ id, title, duration, price, summary, description, picture },
    available: entry.available && !archived && isGiven(content, id),
    category: category === 'none' ? undefined : category,
    sanskrit: sanskrit || undefined,
  }
}

/** By a person of the team; while nobody there gives anything, by somebody without a name. */
function isGiven(content: Lists, serviceId: string) {
  const given = content.list('team').flatMap((one) => (one.archived ? [] : listGiven(content, one)))
  return given.length === 0 || given.includes(serviceId)
}
