import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { randomUUID } from 'node:crypto'
import { readConfig } from '#app/config.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { draftCampaign, sendCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'
import { type NewsletterDeps, sendNewsletterJob } from '#app/jobs/send-newsletter.server.ts'
import type { JobOutcome, JobContext } from '#app/queue/payloads.ts'
import { testVault } from './vault.ts'

export const admin = { who: 'account-1', from: '192.0.2.7' }

export type Mailed = { to: string; messageId: string; subject: string; text: string; headers: Record<string, string> }

/** What the mail server says to a mail; the default takes it. */
type Answer = (to: string, times: number) => Delivery | Promise<Delivery>

/** All that a run needs, with a mail server of the test's own. */
export function newsletterDeps(
  database: Database,
  answer: Answer = () => ({ ok: true, state: 'sent' }),
  { perSecond = 0, concurrency = 5, seemsUp = (): boolean => true } = {},
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
    signer: createSigner('s'.repeat(32)),
    mailDomain: 'clinic.example',
    log: { warn() {}, info() {}, error() {} } as unknown as NewsletterDeps['log'],
    mail: {
      askAgainMs: 15_000,
      seemsUp: async () => seemsUp(),
      close() {},
      async deliver({ to, messageId, subject, text, headers = {} }) {
        const times = mailed.filter((mail) => mail.to === to).length
        mailed.push({ to, messageId, subject, text, headers })
        return { ...(await answer(to, times)), raw: Buffer.from('') }
      },
    } satisfies NewsletterDeps['mail'],
  }
  return { deps, mailed }
}

type Deps = ReturnType<typeof newsletterDeps>['deps']

/** Reader 0, 1 and so on, all of them on the list. */
export async function addReaders({ db }: Pick<Database, 'db'>, count: number) {
  const readers = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    email: `reader-${index}@example.com`,
    state: 'subscribed' as const,
    subscription_date: null,
    created_at: 1,
  }))
  for (let done = 0; done < count; done += 500)
    await db
      .insertInto('subscribers')
      .values(readers.slice(done, done + 500))
      .execute()
  return readers
}

/** A newsletter of which 'Send now' was pressed. */
export async function sendOne(deps: Deps, words: { subject?: string; intro?: string } = {}) {
  const id = randomUUID()
  const now = Date.now()
  const draft = { id, url: 'https://clinic.example/blog/ginger-tea', subject: words.subject, intro: words.intro, now }
  await draftCampaign(deps, admin, draft)
  await sendCampaign(deps, admin, { id, now, shown: [] })
  return id
}

const shiftOf = (stopping = new AbortController()): JobContext => ({ stopping: stopping.signal })

/** One piece of a worker's work. */
export const work = (deps: Deps, campaignId: string, stopping?: AbortController): Promise<JobOutcome> =>
  sendNewsletterJob(deps, { campaignId }, shiftOf(stopping))

/** As a worker does it: again and again until it is over or there is nothing to do for a while; answers until when. */
export async function workOn(deps: Deps, campaignId: string): Promise<number | undefined> {
  for (;;) {
    const outcome = await work(deps, campaignId)
    if (outcome?.state !== 'again') return undefined
    if (outcome.at > Date.now() + 1_000) return outcome.at
  }
}

export const ledger = ({ db }: Pick<Database, 'db'>, campaignId: string) =>
  db.selectFrom('campaign_recipients').selectAll().where('campaign_id', '=', campaignId).orderBy('email').execute()
