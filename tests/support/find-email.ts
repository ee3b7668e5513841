import { look } from './databases.ts'
import { until } from './timing.ts'

/** An email of a site, once it is in this state. */
export const findEmail = (site: Parameters<typeof look>[0], kind: string, state: 'sent' | 'kept' | 'failed') =>
  until(() =>
    look(site, (db) =>
      db
        .selectFrom('emails')
        .select(['id', 'messageId'])
        .where('kind', '=', kind)
        .where('state', '=', state)
        .executeTakeFirst(),
    ),
  )
