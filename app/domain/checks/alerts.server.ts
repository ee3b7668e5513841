import type { Database } from '#app/database/connection.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Check } from './check.ts'

/**
 * Saves which checks are red and enqueues an alert for each change, in one transaction. Of several processes at once,
 * only one finds a difference.
 */
export const recordRedChecks = (
  { database, queue }: { database: Database; queue: Queue },
  checks: Check[],
  now: number,
) =>
  database.transaction(async (tx) => {
    await database.takeAdvisoryLock(tx, 'red checks')
    const known = await tx.selectFrom('redChecks').selectAll().execute()
    const wasRed = new Set(known.map(({ checkId }) => checkId))
    for (const { id, state, says, details } of checks) {
      const isRed = state === 'red'
      if (isRed === wasRed.has(id)) continue
      if (isRed) await tx.insertInto('redChecks').values({ checkId: id, since: now }).execute()
      else await tx.deleteFrom('redChecks').where('checkId', '=', id).execute()
      await queue.enqueue(tx, 'post-alert', {
        check: id,
        state: isRed ? 'red' : 'green',
        says: [`${systemChecks[id].title}: ${says}`, details].filter(Boolean).join(' '),
        at: now,
      })
    }
  })
