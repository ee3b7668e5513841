import { listServicesNobodyGives } from '#app/domain/catalogue/services.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { entriesWords as words } from './words.ts'

/** Beside the team, one of its people or a service: what can't be booked, since nobody gives it. `place`: 'team', 'services/general'. */
export function sayNobodyGives(content: Lists, place: string) {
  const [collection, id] = place.split('/')
  if (collection !== 'team' && collection !== 'services') return undefined
  const services = listServicesNobodyGives(content)
  const concerned = collection === 'services' && id ? services.filter((service) => service.id === id) : services
  return concerned.length > 0 ? words.nobodyGives(concerned.map(({ title }) => title)) : undefined
}
