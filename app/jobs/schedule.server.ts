import { readFeedKey } from '#app/domain/blog/posts.server.ts'
import { nextBackupAt, nextNightAfter } from '#app/domain/today/backup-health.ts'
import { nextMorningEmailAt } from '#app/domain/today/morning-email.server.ts'
import type { Services } from '#app/services.server.ts'

const minute = 60_000
/** How exact the intervals are. */
const pollMs = 10_000

/** Enqueues recurring jobs at the start, then in their intervals. Returns the function that stops it. */
export function startSchedule(services: Services) {
  const { database, queue, log, feed, backups, copy, bounceMailbox, payments, textMessages } = services
  const recurringJobs: Parameters<typeof queue.repeat>[0] = [
    // Blog pages enqueue the same key, so that a start and a visitor together read the feed once.
    { kind: 'read-feed', key: readFeedKey(feed), everyMs: 10 * minute },
    { kind: 'read-calendars', key: 'read-calendars', everyMs: 5 * minute },
    { kind: 'sweep', key: 'sweep', everyMs: 60 * minute },
    { kind: 'verify-audit', key: 'verify-audit', everyMs: 24 * 60 * minute },
    { kind: 'watch-checks', key: 'watch-checks', everyMs: minute },
    ...(copy ? [{ kind: 'drill-copy' as const, key: 'drill-copy', everyMs: 60 * minute }] : []),
    ...(payments ? [{ kind: 'watch-payments' as const, key: 'watch-payments', everyMs: minute }] : []),
    ...(textMessages ? [{ kind: 'follow-texts' as const, key: 'follow-texts', everyMs: minute }] : []),
    ...(bounceMailbox ? [{ kind: 'read-bounces' as const, key: 'read-bounces', everyMs: 5 * minute }] : []),
  ]
  let startedAt: number | undefined = Math.floor(Date.now() - performance.now())
  let failures = 0
  const poll = async () => {
    try {
      await queue.repeat(recurringJobs, startedAt)
      startedAt = undefined
      failures = 0
    } catch (err) {
      failures += 1
      // The worker logs at once when the database is away.
      if (failures === 3) log.warn({ err }, 'the schedule could not be enqueued for half a minute')
    }
  }
  void poll()
  const polling = setInterval(() => void poll(), pollMs)

  // Jobs at a time of the clinic's day; each is added again after it was done.
  const enqueueDaily = async () => {
    const now = Date.now()
    const state = await backups.state()
    const nightly = { uniqueKey: 'make-backup', runAt: nextBackupAt(state, now) }
    await database.transaction(async (tx) => {
      const runAt = await nextMorningEmailAt(tx, now)
      await queue.enqueue(tx, 'morning-email', {}, { uniqueKey: 'morning-email', runAt })
      await queue.enqueue(tx, 'make-backup', { newest: state.madeAt ?? 0 }, nightly)
      if (payments)
        await queue.enqueue(
          tx,
          'reconcile-payments',
          {},
          { uniqueKey: 'reconcile-payments', runAt: nextNightAfter(now) },
        )
    })
  }
  const tryDaily = () =>
    enqueueDaily().catch((err: unknown) => log.error({ err }, 'the daily jobs could not be enqueued'))

  void tryDaily()
  const daily = setInterval(() => void tryDaily(), 10 * minute)
  return () => [daily, polling].forEach((timer) => clearInterval(timer))
}
