import type { Tx } from '#app/database/tables.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { ClinicDeps } from './save-section.server.ts'

/**
 * Once the change can no longer be undone, times that it opens are offered to the waitlist, and offers of times that it
 * closes end.
 */
export function offerOpenedLater({ queue, clinic }: Pick<ClinicDeps, 'queue' | 'clinic'>, tx: Tx, now: number) {
  const { hours, closures, holidays } = clinic.facts(now)
  const before = {
    hours,
    closures: closures.map(({ id, firstDay, lastDay, part }) => ({ id, firstDay, lastDay, ...(part && { part }) })),
    holidays,
  }
  return queue.enqueue(tx, 'offer-opened-hours', before, { runAt: now + undoOfferMs })
}
