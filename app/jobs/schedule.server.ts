import { readFeedKey } from '#app/domain/blog/posts.server.ts'
import { nextBackupAt } from '#app/domain/today/backup-health.ts'
import { nextMorningLetterAt } from '#app/domain/today/morning-letter.server.ts'
import type { JobKind } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

const minute = 60_000
type Recurring = Extract<JobKind, 'read-feed' | 'sweep' | 'verify-audit' | 'watch-checks'>
const everyMs: Record<Recurring, number> = {
  'read-feed': 10 * minute,
  sweep: 60 * minute,
  'verify-audit': 24 * 60 * minute,
  'watch-checks': minute,
}

/**
 * Enqueues recurring jobs until stopped: at once, then on their beat. While one waits or runs, its key keeps
 * every other process from adding it again.
 */
export function startSchedule({ database, queue, log, feed, backups }: Services) {
  // The blog's key is the one under which pages ask for posts: a start and a visitor read the feed once.
  const keys: Record<Recurring, string> = {
    'read-feed': readFeedKey(feed),
    sweep: 'sweep',
    'verify-audit': 'verify-audit',
    'watch-checks': 'watch-checks',
  }
  const enqueue = (kind: Recurring) =>
    database
      .transaction((tx) => queue.enqueue(tx, kind, {}, { uniqueKey: keys[kind] }))
      .catch((err: unknown) => log.error({ err, job: kind }, 'a recurring job could not be enqueued'))

  // Their times are on the clinic's clock; the job that waits for one is added again after it was done.
  const enqueueDaily = async () => {
    const now = Date.now()
    const backupAt = nextBackupAt(await backups.state(), now)
    await database.transaction(async (tx) => {
      const runAt = await nextMorningLetterAt(tx, now)
      await queue.enqueue(tx, 'morning-letter', {}, { uniqueKey: 'morning-letter', runAt })
      await queue.enqueue(tx, 'make-backup', {}, { uniqueKey: 'make-backup', runAt: backupAt })
    })
  }
  const tryDaily = () =>
    enqueueDaily().catch((err: unknown) => log.error({ err }, 'letter and backup of the day could not be enqueued'))

  void tryDaily()
  const daily = setInterval(() => void tryDaily(), 10 * minute)
  const timers = Object.entries(everyMs).map(([kind, ms]) => {
    void enqueue(kind as Recurring)
    return setInterval(() => void enqueue(kind as Recurring), ms)
  })
  return () => [daily, ...timers].forEach((timer) => clearInterval(timer))
}
