import type { Entry, Lists } from './content-record.ts'

/** What somebody of the team gives: the services that are checked, or every one, also those that are added later. */
export const listGiven = (
  content: Lists,
  { everyService, services }: Pick<Entry<'team'>, 'everyService' | 'services'>,
): readonly string[] => (everyService ? content.list('services').map(({ id }) => id) : services)
