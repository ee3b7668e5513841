import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { listVersions } from '#app/domain/content/versions.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { pagesWords } from './words.ts'

/** The versions of a record, newest first, with who published them and when. */
export async function listPublished({ database }: Pick<Services, 'database'>, name: ContentName) {
  const versions = await listVersions(database.db, name)
  const who = await findNames(database, versions)
  return versions.map((version) => ({ version: version.version, ...describeChange(version, who) }))
}

/** Who saved a draft, and when. */
export async function describeSaved({ database }: Pick<Services, 'database'>, draft: Change) {
  return describeChange(draft, await findNames(database, [draft]))
}

type Change = { at: number; who: string }

const findNames = (database: Services['database'], changes: Change[]) =>
  findAccounts(
    database,
    changes.map(({ who }) => who),
  )

const describeChange = ({ at, who }: Change, accounts: Awaited<ReturnType<typeof findNames>>) => ({
  when: formatClinicMoment(at, clinicTimeZone),
  who: accounts.get(who)?.name ?? pagesWords.gone,
})
