import { type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { listServicesOnlyGivenBy } from '#app/domain/catalogue/services.ts'
import { listGiven } from '#app/domain/content/given-services.ts'
import type { Entry, Lists } from '#app/domain/content/content-record.ts'
import { publishWithin, type PublishDeps } from '#app/domain/content/publish.server.ts'
import { findLatestVersion, findVersion } from '#app/domain/content/versions.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { isInScope } from '#app/domain/shared/scope.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { findHoursOf, lockOwnHours } from './own-hours.server.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'

type Deps = Pick<BookingDeps, 'clinic'> & PublishDeps & { content: PublishDeps['content'] & Lists }

/** `before`: those she gave until now. */
export type ServicesChosen =
  | { ok: true; before: readonly string[] }
  /** `none-left`: who gives nothing is not booked at all, and the last one would make way for a person without a name. */
  | { ok: false; reason: 'not-found' | 'none-left' }
  /** Nobody else gives these. With `anyway` they can no longer be booked. */
  | { ok: false; reason: 'last-giver'; titles: string[] }

/** Of the services that the clinic lets a person choose, those she gives from now on; others stay as they are. */
export const chooseOwnServices = (
  deps: Deps,
  actor: ScopedActor,
  {
    person,
    gives,
    anyway,
    now,
  }: { person: `person:${string}`; gives: readonly string[]; anyway: boolean; now: number },
): Promise<ServicesChosen> =>
  deps.database.transaction(async (tx): Promise<ServicesChosen> => {
    const { database, content, pages, clinic } = deps
    // First, as its lock keeps two from publishing at once.
    await pages.purge(tx, 'content')
    await lockOwnHours({ database, tx }, { shared: false })
    const id = toResourceId(person)
    const name = `team/${id}` as const
    const over = await findLatestVersion(tx, name)
    const value =
      over === 0 ? undefined : ((await findVersion(tx, name, over)) as Pick<Entry<'team'>, 'services' | 'everyService'>)
    if (!isInScope(actor.scope, { person }) || !value) return { ok: false, reason: 'not-found' }
    const before = listGiven(content, value)
    const { allowed } = await findHoursOf(tx, person, clinicDate(now, clinic.facts(now).timeZone))
    const all = content.list('services').map((service) => service.id)
    const services = all.filter((service) => (allowed.includes(service) ? gives : before).includes(service))
    if (services.length === 0) return { ok: false, reason: 'none-left' }
    const lost = listServicesOnlyGivenBy(content, id).filter((service) => !services.includes(service.id))
    if (lost.length > 0 && !anyway) return { ok: false, reason: 'last-giver', titles: lost.map(({ title }) => title) }
    const detail = describeChange(before.join(', '), services.join(', '), 'Services')
    const everyService = value.everyService && services.length === all.length
    await publishWithin(deps, tx, actor, { name, over, value: { ...value, services, everyService }, now, detail })
    return { ok: true, before }
  })
