import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import type { Person } from './person.ts'

/** The people of the clinic in their order, without those that were removed. */
export const listTeam = (content: Lists): Person[] =>
  content
    .list('team')
    .filter(({ archived }) => !archived)
    .map(toPerson)

const toPerson = ({ license, ...person }: Entry<'team'>): Person => ({
  ...person,
  license: license || undefined,
})

/** The one person who gives a service; undefined if nobody or several do. */
export function findOnlyPerson(content: Lists, serviceId: string) {
  const [first, ...others] = listTeam(content).filter(({ services }) => services.includes(serviceId))
  return others.length === 0 ? first : undefined
}
