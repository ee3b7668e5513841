import { listServices } from '#app/domain/catalogue/services.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { listTeam } from '#app/domain/team/team.ts'
import type { Introduced } from './team-list.tsx'

/** The people of the clinic, or those who give one service, with the services that they give. */
export function introduceTeam(content: Lists, serviceId?: string): Introduced[] {
  const services = listServices(content)
  return listTeam(content)
    .filter((person) => serviceId === undefined || person.services.includes(serviceId))
    .map((person) => ({
      ...person,
      services: services.filter(({ id }) => person.services.includes(id)).map(({ title }) => title),
    }))
}
