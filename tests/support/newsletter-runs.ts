import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { randomUUID } from 'node:crypto'
import { readConfig } from '#app/config.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { draftCampaign, sendCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { type Delivery, withHealth } from '#app/integrations/mail-transport/mail-transport.server.ts'
import { recordEmailFailure } from '#app/jobs/delivery-outcomes.server.ts'
import { jobs } from '#app/jobs/handlers.server.ts'
import { deliverEmail } from '#app/jobs/send-email.server.ts'
import { sendNewsletter } from '#app/jobs/send-newsletter.server.ts'
import type { Services } from '#app/services.server.ts'
import { startTestWorker } from './test-jobs.ts'
import { until } from './timing.ts'
import { testVault } from './test-deps.ts'

/** A website without pictures, posts of a feed and free times. */
const blocksDeps = {
  content: deliveredContent,
  pictures: { find: () => undefined },
  feed: { id: 'feed', bundled: true } as FeedReader,
  nextFree: { find: async () => ({ days: [], soonest: '', until: 0 }) },
}

export const admin = { who: 'account-1', from: '192.0.2.7' }

export type Mailed = { to: string; messageId: string; subject: string; text: string; headers: Record<string, string> }

/** How the mail server responds to an email; by default it accepts it. */
type Answer = (to: string, times: number) => Delivery | Promise<Delivery>

/** The deps of a newsletter run, with the test's own mail server. */
export function newsletterDeps(
  database: Database,
  answer: Answer = () => ({ ok: true, state: 'sent', raw: Buffer.from('') }),
  { perSecond = 0, concurrency = 5, isReachable = (): boolean => true } = {},
) {
  const mailed: Mailed[] = []
  const config = readConfig({
    NEWSLETTER_PER_SECOND: String(perSecond),
    NEWSLETTER_CONCURRENCY: String(concurrency),
    PUBLIC_URL: 'https://clinic.example',
  })
  const deps = {
    database,
    queue: createQueue(database),
    vault: testVault(database),
    config,
    clinic: { facts: contentFacts },
    ...blocksDeps,
    signer: createSigner('s'.repeat(32)),
    mailDomain: 'clinic.example',
    log: { warn() {}, info() {}, error() {} } as unknown as Services['log'],
    mail: withHealth({
      probeEveryMs: 15_000,
      isReachable: async () => isReachable(),
      close() {},
      async deliver({ to, messageId, subject, text, headers = {} }) {
        const times = mailed.filter((mail) => mail.to === to).length
        mailed.push({ to, messageId, subject, text, headers })
        return answer(to, times)
      },
    }),
  }
  return { deps, mailed }
}

type Deps = ReturnType<typeof newsletterDeps>['deps']

/** Adds subscribed readers, numbered from 0. */
export async function addReaders({ db }: Pick<Database, 'db'>, count: number) {
  const readers = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    email: `reader-${index}@example.com`,
    state: 'subscribed' as const,
    subscriptionDate: null,
    createdAt: 1,
  }))
  for (let done = 0; done < count; done += 500)
    await db
      .insertInto('subscribers')
      .values(readers.slice(done, done + 500))
      .execute()
  return readers
}

/** Drafts a newsletter and starts sending it, like 'Send now'. */
export async function sendOne(deps: Deps, words: { subject?: string; intro?: string } = {}) {
  const id = randomUUID()
  const now = Date.now()
  const draft = { id, url: 'https://clinic.example/blog/ginger-tea', subject: words.subject, intro: words.intro, now }
  await draftCampaign(deps, admin, draft)
  await sendCampaign(deps, admin, { id, now, shown: [] })
  return id
}

const kinds = ['send-newsletter', 'send-newsletter-email', 'send-email'] as const

/** Starts a worker that sends all newsletters as the site does. */
export async function startWork(deps: Deps) {
  const services = deps as unknown as Services
  const sendJob = {
    run: (_: unknown, payload: { emailId: string }, context: Parameters<typeof deliverEmail>[2]) =>
      deliverEmail(services, payload, context),
    failed: recordEmailFailure,
    concurrency: () => deps.config.newsletter.concurrency,
  }
  const handlers = {
    'send-newsletter': {
      run: (_: unknown, payload: { campaignId: string }) => sendNewsletter(services, payload),
      failed: jobs['send-newsletter'].failed,
    },
    'send-newsletter-email': sendJob,
  }
  const { worker } = await startTestWorker(deps.database, sendJob.run, handlers, deps.queue)
  return worker
}

/** More than a thousand emails, on a machine with much else to do. */
const longestRunMs = 150_000

/** Runs a worker until no job is due soon; returns when the next job is due, if there is one. */
export async function workOff(deps: Deps): Promise<number | undefined> {
  const worker = await startWork(deps)
  const jobs = () => deps.database.db.selectFrom('jobs').where('kind', 'in', kinds).where('state', '=', 'waiting')
  await until(async () => {
    const soon = jobs().where((job) => job.or([job('runAt', '<', Date.now() + 1_000), job('lease', 'is not', null)]))
    return (await soon.select('id').limit(1).execute()).length === 0
  }, longestRunMs)
  await worker.stop()
  return (await jobs().select('runAt').orderBy('runAt').limit(1).executeTakeFirst())?.runAt
}

/** Makes all retries due, as if the wait were over. */
export const letTimePass = ({ db }: Pick<Database, 'db'>) =>
  db.updateTable('jobs').set({ runAt: 1 }).where('kind', '=', 'send-newsletter-email').execute()

/** The emails of a newsletter, by address. */
export const emailsOf = ({ db }: Pick<Database, 'db'>, campaignId: string) =>
  db.selectFrom('emails').selectAll().where('campaignId', '=', campaignId).orderBy('recipient').execute()
