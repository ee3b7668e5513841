import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { listVersions } from '#app/domain/content/publish.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { pagesWords } from './words.ts'

/** The versions of a record, newest first, with who published them and when. */
export async function listPublished({ database }: Pick<Services, 'database'>, name: ContentName) {
  const versions = await listVersions(database, name)
  const accounts = await findAccounts(
    database,
    versions.map(({ who }) => who),
  )
  return versions.map(({ version, at, who }) => ({
    version,
    when: formatClinicMoment(at, clinicTimeZone),
    who: accounts.get(who)?.name ?? pagesWords.gone,
  }))
}
