import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import type { Person } from './person.ts'

/** The people of the clinic in their order, without those that were removed. */
export const listTeam = (content: Lists): Person[] =>
  content
    .list('team')
    .filter(({ archived }) => !archived)
    .map(toPerson)

/** Without what is only for appointments. */
const toPerson = (entry: Entry<'team'>): Person => {
  const { id, name, role, training, license, languages, days, services, picture } = entry
  return { ...{ id, name, role, training, languages, days, services, picture }, license: license || undefined }
}
