import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { listGiven } from '#app/domain/content/given-services.ts'
import type { Person } from './person.ts'

/** The people of the clinic in their order, without those that were removed. */
export const listTeam = (content: Lists): Person[] =>
  content
    .list('team')
    .filter(({ archived }) => !archived)
    .map((entry) => toPerson(content, entry))

/** Without what is only for appointments. */
const toPerson = (content: Lists, entry: Entry<'team'>): Person => {
  const { id, name, role, training, license, languages, days, picture } = entry
  const services = listGiven(content, entry)
  return { ...{ id, name, role, training, languages, days, services, picture }, license: license || undefined }
}
