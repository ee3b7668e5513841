import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ContentName } from '#app/domain/content/content-record.ts'
import { listVersions } from '#app/domain/content/versions.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { historyWords as words } from '#content/pages/admin-history.ts'

type Deps = Pick<Services, 'database'>

/** The versions of a record, newest first, with who published them and when. */
export async function listPublished(deps: Deps, name: ContentName) {
  const versions = await describePublished(deps, await listVersions(deps.database.db, name))
  return versions.map(({ version, when, who }) => ({ version, when, who }))
}

/** Who saved a draft, and when. */
export async function describeSaved(deps: Deps, { at, who }: { at: number; who: string }) {
  const [described] = await describePublished(deps, [{ at, who }])
  return { when: described!.when, who: described!.who }
}

/** Each with who and when in words. */
export async function describePublished<Change extends { at: number; who: string }>(
  { database }: Deps,
  changes: readonly Change[],
) {
  const accounts = await findAccounts(
    database,
    changes.map(({ who }) => who),
  )
  return changes.map((change) => ({
    ...change,
    when: formatClinicMoment(change.at, clinicTimeZone),
    who: change.who === 'program' ? words.program : (accounts.get(change.who)?.name ?? words.deleted),
  }))
}
