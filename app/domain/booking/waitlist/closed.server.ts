import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { lockHolds } from '#app/domain/booking/holds.server.ts'
import { isAtWork } from '#app/domain/booking/own-hours/own-hours.ts'
import { lockOwnHours, readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { findOffer, type Found, listOpenOffers, withdraw } from './offers.server.ts'

/**
 * Ends offers of times at which the clinic is closed by now, or the person no longer works. Who was told of one is told
 * that it is gone.
 */
export function withdrawClosed(deps: BookingDeps, now: number): Promise<void> {
  return deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    await lockOwnHours({ ...deps, tx }, { shared: true })
    const facts = deps.clinic.facts(now)
    const people = listPeople(deps.booking)
    const closed: Found[] = []
    for (const offer of await listOpenOffers(tx)) {
      const day = clinicDate(offer.startsAt, facts.timeZone)
      const own = await readOwnHours(tx, [offer.person], { first: day, last: day })
      const person = people.find(({ resource }) => resource === offer.person)
      if (person && isAtWork(facts, person, own.get(person.resource), offer)) continue
      const found = await findOffer(tx, offer.id)
      if (found) closed.push(found)
    }
    await withdraw(deps, tx, closed, { why: 'closed', now })
    if (closed.length > 0) await deps.pages.purge(tx, 'booking')
  })
}
