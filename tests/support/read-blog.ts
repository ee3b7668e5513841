import { look } from './databases.ts'
import type { SiteProcess } from './site-process.ts'
import { until } from './until.ts'

/**
 * A job reads the blog's feed once the site has started. A page waits for it a second, on a slow machine in vain: then it
 * says that the posts are loading, or shows none. For tests that are about something else.
 */
export const untilBlogIsRead = (site: Pick<SiteProcess, 'dataDir'> & { settings: Record<string, string> }) =>
  until(() =>
    look(site, (db) => db.selectFrom('feeds').select('id').where('read_at', 'is not', null).executeTakeFirst()),
  )
