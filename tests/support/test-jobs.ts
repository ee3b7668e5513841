import { onTestFinished } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { type LeasedJob, leaseJobs } from '#app/queue/leases.server.ts'
import type { JobHandlers } from '#app/queue/payloads.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { startWorker } from '#app/queue/worker.server.ts'

const quiet = { info() {}, warn() {}, error() {} }

export type SendEmail = JobHandlers<undefined>['send-email']['run']

/** Handlers for every kind of job; one of them is under test. */
const handlers = (sendEmail: SendEmail, more: Partial<JobHandlers<undefined>> = {}): JobHandlers<undefined> => ({
  'send-email': { run: sendEmail },
  'send-newsletter': { run: async () => {} },
  'send-newsletter-email': { run: async () => {} },
  'sync-token': { run: async () => {} },
  'read-feed': { run: async () => {} },
  'read-bounces': { run: async () => {}, recurring: true },
  'fetch-post-pictures': { run: async () => {} },
  'import-subscribers': { run: async () => {} },
  'read-calendars': { run: async () => {}, recurring: true },
  'read-calendar': { run: async () => {}, recurring: true },
  'extend-blocks': { run: async () => {} },
  'tell-contact-change': { run: async () => {} },
  'publish-content': { run: async () => {} },
  sweep: { run: async () => {}, recurring: true },
  'verify-audit': { run: async () => {}, recurring: true },
  'morning-email': { run: async () => {} },
  'watch-checks': { run: async () => {} },
  'post-alert': { run: async () => {} },
  'make-backup': { run: async () => {}, recurring: true },
  'drill-backup': { run: async () => {}, recurring: true },
  'drill-copy': { run: async () => {}, recurring: true },
  'note-erasure': { run: async () => {} },
  remind: { run: async () => {} },
  'send-text': { run: async () => {} },
  'follow-texts': { run: async () => {}, recurring: true },
  'watch-payments': { run: async () => {}, recurring: true },
  'check-payment': { run: async () => {}, recurring: true },
  'end-unpaid': { run: async () => {}, recurring: true },
  'reconcile-payments': { run: async () => {}, recurring: true },
  'send-refund': { run: async () => {}, recurring: true },
  'forget-card': { run: async () => {}, recurring: true },
  'release-hour': { run: async () => {} },
  'end-offer': { run: async () => {} },
  'offer-opened': { run: async () => {} },
  'offer-opened-hours': { run: async () => {} },
  ...more,
})

export async function startTestWorker(
  database: Database,
  sendEmail: SendEmail,
  more: Partial<JobHandlers<undefined>> = {},
  queue = createQueue(database),
) {
  const worker = startWorker({ database, queue, log: quiet }, handlers(sendEmail, more), undefined)
  onTestFinished(() => worker.stop())
  return { queue, worker }
}

export const enqueueTestJob = (database: Database, emailId: string, options?: { runAt?: number; uniqueKey?: string }) =>
  database.transaction((tx) => createQueue(database).enqueue(tx, 'send-email', { emailId }, options))

/** Makes jobs a day old, with this many attempts. */
export const markWornOut = (database: Database, attempts: number, payload = '%') =>
  database.db
    .updateTable('jobs')
    .set({ attempts, createdAt: Date.now() - 24 * 60 * 60 * 1000 })
    .where('payload', 'like', payload)
    .execute()

export const allJobs = (database: Database) => database.db.selectFrom('jobs').selectAll().execute()

export async function leaseOne(database: Database, now = Date.now()): Promise<LeasedJob> {
  const [job] = await leaseJobs(database, ['send-email'], () => 1, { now })
  if (!job) throw new Error('no lease')
  return job
}
