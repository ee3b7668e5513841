import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readConfig } from '#app/config.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { contentFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import {
  draftCampaign,
  sendCampaign,
  cancelCampaign,
  findCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  retryFailedRecipients,
  scheduleCampaign,
  sendTestCampaign,
  unscheduleCampaign,
} from '#app/domain/newsletter/campaigns.server.ts'
import { type Delivery, withHealth } from '#app/integrations/mail-transport/mail-transport.server.ts'
import { recordEmailFailure } from '#app/jobs/delivery-outcomes.server.ts'
import { jobs } from '#app/jobs/handlers.server.ts'
import { deliverEmail } from '#app/jobs/send-email.server.ts'
import { sendNewsletter } from '#app/jobs/send-newsletter.server.ts'
import type { Services } from '#app/services.server.ts'
import { startTestWorker } from '#tests/support/test-jobs.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { describe, expect, test } from 'vitest'
import { deleteOldRecipients } from '#app/domain/newsletter/retention.server.ts'
import { prepareCampaign } from '#app/domain/newsletter/prepare-campaign.server.ts'
import { unsubscribe } from '#app/domain/newsletter/subscribers.server.ts'
import { unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { expediteOneWaitingEmail } from '#app/domain/outbox/waiting-emails.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { leaseJobs } from '#app/queue/leases.server.ts'
import { isAskedOnSqliteAlone, openTestDatabase, openTwice } from '#tests/support/test-database.ts'

/** A website without pictures, posts of a feed and free times. */
const blocksDeps = {
  content: deliveredContent,
  pictures: { find: () => undefined },
  feed: { id: 'feed', bundled: true } as FeedReader,
  nextFree: { find: async () => ({ days: [], soonest: '', until: 0 }) },
}

const admin = { who: 'account-1', from: '192.0.2.7' }

type Mailed = { to: string; messageId: string; subject: string; text: string; headers: Record<string, string> }

/** How the mail server responds to an email; by default it accepts it. */
type Answer = (to: string, times: number) => Delivery | Promise<Delivery>

/** The deps of a newsletter run, with the test's own mail server. */
function newsletterDeps(
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
async function addReaders({ db }: Pick<Database, 'db'>, count: number) {
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
async function sendOne(deps: Deps, words: { subject?: string; intro?: string } = {}) {
  const id = randomUUID()
  const now = Date.now()
  const draft = { id, url: 'https://clinic.example/blog/ginger-tea', subject: words.subject, intro: words.intro, now }
  await draftCampaign(deps, admin, draft)
  await sendCampaign(deps, admin, { id, now, shown: [] })
  return id
}

const kinds = ['send-newsletter', 'send-newsletter-email', 'send-email'] as const

/** Starts a worker that sends all newsletters as the site does. */
async function startWork(deps: Deps) {
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
async function workOff(deps: Deps): Promise<number | undefined> {
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
const letTimePass = ({ db }: Pick<Database, 'db'>) =>
  db.updateTable('jobs').set({ runAt: 1 }).where('kind', '=', 'send-newsletter-email').execute()

/** The emails of a newsletter, by address. */
const emailsOf = ({ db }: Pick<Database, 'db'>, campaignId: string) =>
  db.selectFrom('emails').selectAll().where('campaignId', '=', campaignId).orderBy('recipient').execute()

const taken: Delivery = { ok: true, state: 'sent', raw: Buffer.from('') }
const failure = (more: Partial<Extract<Delivery, { ok: false }>>): Delivery => ({
  ok: false,
  permanent: false,
  scope: 'email',
  reason: 'smtp 450 at RCPT TO',
  detail: 'later',
  ...more,
})
const refused = failure({
  permanent: true,
  recipientRefused: true,
  reason: 'smtp 550 at RCPT TO',
  detail: 'no mailbox',
})
const away = failure({ scope: 'server', reason: 'smtp ECONNREFUSED', detail: 'away' })
const noReply = failure({ scope: 'server', perhapsSent: true, reason: 'smtp ETIMEDOUT', detail: 'silence' })

const counts = async (database: Database, id: string) => (await findCampaign(database, id))?.counts
const stateOf = async (database: Database, id: string) => (await findCampaign(database, id))?.state
const addressesOf = (mailed: { to: string }[]) => mailed.map(({ to }) => to).toSorted()

/** More than one batch. */
const many = isLong ? 1_300 : 520

describe('a newsletter', () => {
  test('is sent once to every subscriber and to no other address', async () => {
    const database = await openTestDatabase()
    const { deps, mailed } = newsletterDeps(database)
    const readers = await addReaders(database, many)
    for (const [index, state] of (['pending', 'unsubscribed', 'bounced'] as const).entries())
      await database.db
        .updateTable('subscribers')
        .set({ state })
        .where('id', '=', readers[index]?.id ?? '')
        .execute()
    const id = await sendOne(deps)
    await workOff(deps)
    expect(addressesOf(mailed)).toEqual(
      readers
        .slice(3)
        .map(({ email }) => email)
        .toSorted(),
    )
    expect(await findCampaign(database, id)).toMatchObject({
      state: 'done',
      counts: { recipients: many - 3, sent: many - 3, kept: 0, failed: 0, leftOut: 0, uncertain: 0 },
    })
  })

  test('differs between recipients only in the unsubscribe link', async () => {
    const database = await openTestDatabase()
    const { deps, mailed } = newsletterDeps(database)
    const readers = await addReaders(database, 2)
    await sendOne(deps, { subject: 'Ginger tea', intro: 'Dear readers,\nit is getting cold.' })
    await workOff(deps)
    for (const mail of mailed) {
      const reader = readers.find(({ email }) => email === mail.to)
      const link = `https://clinic.example/newsletter/unsubscribe/${deps.signer.sign(unsubscribePurpose, reader?.id ?? '')}`
      expect(mail.subject).toBe('Ginger tea')
      expect(mail.text).toContain('it is getting cold.')
      expect(mail.text).toContain('https://clinic.example/blog/ginger-tea')
      expect(mail.text).toContain(link)
      expect(mail.headers).toMatchObject({
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      })
    }
    expect(mailed[0]?.messageId).not.toBe(mailed[1]?.messageId)
  })

  test('skips a subscriber who unsubscribes while it is being sent', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 60)
    let leaving: Promise<string> | undefined
    const { deps, mailed } = newsletterDeps(database, async () => {
      // No other recipient is claimed before.
      await (leaving ??= leave())
      return taken
    })
    async function leave() {
      const { subscriberId, recipient: email } = await database.db
        .selectFrom('emails')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('id', 'not in', database.db.selectFrom('jobs').select('id').where('lease', 'is not', null))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await unsubscribe(deps, subscriberId ?? '', Date.now())
      return email
    }
    const id = await sendOne(deps)
    await workOff(deps)
    expect(addressesOf(mailed)).not.toContain(await leaving)
    expect(await counts(database, id)).toMatchObject({ recipients: 60, sent: 59, leftOut: 1 })
  })

  test('respects NEWSLETTER_PER_SECOND', async () => {
    const database = await openTestDatabase()
    const { deps, mailed } = newsletterDeps(database, undefined, { perSecond: 20 })
    await addReaders(database, 30)
    const startedAt = performance.now()
    await sendOne(deps)
    await workOff(deps)
    expect(mailed).toHaveLength(30)
    expect(performance.now() - startedAt).toBeGreaterThan(1_400)
    expect(performance.now() - startedAt).toBeLessThan(40_000)
  })

  test('respects NEWSLETTER_CONCURRENCY', async () => {
    const database = await openTestDatabase()
    let [now, most] = [0, 0]
    const { deps } = newsletterDeps(
      database,
      async () => {
        most = Math.max(most, (now += 1))
        await new Promise((resolve) => setTimeout(resolve, 50))
        now -= 1
        return taken
      },
      { concurrency: 3 },
    )
    await addReaders(database, 40)
    await sendOne(deps)
    await workOff(deps)
    expect(most).toBe(3)
  })
})

describe.skipIf(isAskedOnSqliteAlone)('a recipient who is rejected', () => {
  test('permanently fails at once and is bounced; a retry emails only these and clears the bounce if it succeeds', async () => {
    const database = await openTestDatabase()
    const readers = await addReaders(database, 42)
    const bad = ['reader-7@example.com', 'reader-30@example.com']
    let mended = false
    const { deps, mailed } = newsletterDeps(database, (to) =>
      bad.includes(to) && !(mended && to === bad[0]) ? refused : taken,
    )
    const id = await sendOne(deps)
    await workOff(deps)
    expect(mailed).toHaveLength(42)
    expect(await counts(database, id)).toMatchObject({ recipients: 42, sent: 40, failed: 2 })
    const states = async () =>
      (
        await database.db.selectFrom('subscribers').select('state').where('email', 'in', bad).orderBy('email').execute()
      ).map(({ state }) => state)
    expect(await states()).toEqual(['bounced', 'bounced'])
    expect(await emailsOf(database, id)).toContainEqual(
      expect.objectContaining({
        recipient: bad[0],
        state: 'failed',
        reason: 'smtp 550 at RCPT TO',
        lastError: 'no mailbox',
      }),
    )

    mended = true
    mailed.length = 0
    expect(await retryFailedRecipients(deps, admin, id, Date.now())).toBe(true)
    await workOff(deps)
    expect(addressesOf(mailed)).toEqual(bad.toSorted())
    expect(await counts(database, id)).toMatchObject({ recipients: 42, sent: 41, failed: 1 })
    expect((await states()).toSorted()).toEqual(['bounced', 'subscribed'])
    expect(readers).toHaveLength(42)
  })

  test('gets the email at the address that the clinic corrected in the meantime', async () => {
    const database = await openTestDatabase()
    const [reader] = await addReaders(database, 1)
    const { deps, mailed } = newsletterDeps(database, (to) => (to === 'maya@example.com' ? taken : refused))
    const id = await sendOne(deps)
    await workOff(deps)
    await database.db
      .updateTable('subscribers')
      .set({ email: 'maya@example.com' })
      .where('id', '=', reader?.id ?? '')
      .execute()
    await retryFailedRecipients(deps, admin, id, Date.now())
    await workOff(deps)
    expect(mailed.map(({ to }) => to)).toEqual(['reader-0@example.com', 'maya@example.com'])
    expect(await emailsOf(database, id)).toMatchObject([{ recipient: 'maya@example.com', state: 'sent' }])
  })

  test('temporarily has three tries: at once, after one minute and after five', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 3)
    const { deps, mailed } = newsletterDeps(database, (to) => (to.startsWith('reader-1') ? failure({}) : taken))
    const id = await sendOne(deps)
    for (const minutes of [1, 5]) {
      const before = Date.now()
      const at = await workOff(deps)
      expect((at ?? 0) - before).toBeGreaterThanOrEqual(minutes * 60_000)
      expect((at ?? 0) - Date.now()).toBeLessThanOrEqual(minutes * 60_000)
      expect(await stateOf(database, id)).toBe('sending')
      await letTimePass(database)
    }
    expect(await workOff(deps)).toBeUndefined()
    expect(mailed).toHaveLength(5)
    expect(new Set(mailed.filter(({ to }) => to.startsWith('reader-1')).map(({ messageId }) => messageId)).size).toBe(1)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { sent: 2, failed: 1 } })
  })
})

describe.skipIf(isAskedOnSqliteAlone)('answers that are alike and no address’s fault', () => {
  const answer = (detail: string, more: object = { permanent: true, recipientRefused: true }) =>
    failure({ reason: `smtp ${detail.slice(0, 3)} at RCPT TO`, detail, ...more })
  const limit = answer('550 5.4.5 Daily user sending limit exceeded')
  const full = answer('552 5.2.2 mailbox full')
  const blocked = answer('554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a blocklist')
  const subscribed = async (database: Database) =>
    (await database.db.selectFrom('subscribers').select('id').where('state', '=', 'subscribed').execute()).length

  test.each([
    ['a limit', limit],
    ['a block list', blocked],
    ['full mailboxes', full],
    ['a denied relay', answer('550 5.7.1 Relaying denied')],
  ])('%s: the newsletter stops, nobody is marked, and all get it when it is resumed', async (_, refusal) => {
    const database = await openTestDatabase()
    await addReaders(database, 5)
    let isRefusing = true
    const { deps, mailed } = newsletterDeps(database, () => (isRefusing ? refusal : taken))
    const id = await sendOne(deps)
    await workOff(deps)
    expect(await findCampaign(database, id)).toMatchObject({
      state: 'paused',
      pausedWhy: 'refused',
      refusals: expect.any(Number),
    })
    expect(await counts(database, id)).toMatchObject({ sent: 0, failed: 0 })
    expect(await subscribed(database)).toBe(5)
    expect((await emailsOf(database, id)).every(({ state, tries }) => state === 'waiting' && tries === 0)).toBe(true)

    await resumeCampaign(deps, admin, id)
    await workOff(deps)
    expect(await stateOf(database, id), 'still refused').toBe('paused')

    isRefusing = false
    mailed.length = 0
    await resumeCampaign(deps, admin, id)
    await workOff(deps)
    expect(addressesOf(mailed)).toHaveLength(5)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { sent: 5, failed: 0 } })
  })

  test('a limit that is met on the way stops the rest', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 40)
    const { deps, mailed } = newsletterDeps(database, () => (mailed.length > 20 ? limit : taken))
    const id = await sendOne(deps)
    await workOff(deps)
    expect(await findCampaign(database, id)).toMatchObject({
      pausedWhy: 'refused',
      counts: { recipients: 40, sent: 20, failed: 0 },
    })
    expect(mailed.length).toBeLessThan(30)
    expect(await subscribed(database)).toBe(40)
  })

  test.each([
    [
      'of several wordings, with an email between them that got through',
      [limit, full, limit, blocked, taken, limit, full],
    ],
    ['that sound as if nobody existed', [refused]],
  ])('refusals %s lose nobody', async (_, answers) => {
    const database = await openTestDatabase()
    await addReaders(database, 60)
    let isOver = false
    const { deps, mailed } = newsletterDeps(database, () => {
      if (isOver || mailed.length <= 20) return taken
      return answers[mailed.length % answers.length]!
    })
    const id = await sendOne(deps)
    await workOff(deps)
    expect(await findCampaign(database, id)).toMatchObject({ pausedWhy: 'refused', counts: { failed: 0 } })
    expect(await subscribed(database)).toBe(60)
    isOver = true
    await resumeCampaign(deps, admin, id)
    await workOff(deps)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { sent: 60, failed: 0 } })
  })

  test('of many who really don’t exist, it goes on when it is resumed, and further each time', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 55)
    const { deps } = newsletterDeps(database, () => refused)
    const id = await sendOne(deps)
    for (const bounced of [0, 0, 55]) {
      await workOff(deps)
      expect(55 - (await subscribed(database))).toBe(bounced)
      await resumeCampaign(deps, admin, id)
    }
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { failed: 55 } })
  })

  test('temporary ones stop it after their last tries', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 5)
    const { deps } = newsletterDeps(database, () => answer('452 4.2.2 mailbox full', {}))
    const id = await sendOne(deps)
    for (let times = 0; times < 3; times += 1) {
      await workOff(deps)
      await letTimePass(database)
    }
    expect(await findCampaign(database, id)).toMatchObject({ pausedWhy: 'refused', counts: { failed: 0 } })
  })

  test('people who don’t exist and were met before it stay marked', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 40)
    const { deps, mailed } = newsletterDeps(database, () => {
      if (mailed.length > 30) return limit
      return mailed.length % 2 === 0 ? refused : taken
    })
    const id = await sendOne(deps)
    await workOff(deps)
    // With what may have been on its way, twice as many of the newest as were counted are tried again.
    const { pausedWhy, counts: { sent = 0, failed = 0 } = {} } = (await findCampaign(database, id)) ?? {}
    expect([pausedWhy, sent, failed >= 8 && failed <= 10, await subscribed(database)]).toEqual([
      'refused',
      15,
      true,
      40 - failed,
    ])
  })

  test('some full mailboxes and unknown people among others stop nothing', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 30)
    const { deps } = newsletterDeps(database, (to) => {
      if (/-\d?[37]@/.test(to)) return full
      return /-\d?5@/.test(to) ? refused : taken
    })
    const id = await sendOne(deps)
    await workOff(deps)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { sent: 21, failed: 9 } })
    expect(await subscribed(database)).toBe(27)
  })
})

describe.skipIf(isAskedOnSqliteAlone)('a mail server that is down', () => {
  test('pauses the newsletter without counting tries, and the newsletter resumes when the server is back', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 50)
    let [isAway, breaks] = [false, true]
    const { deps, mailed } = newsletterDeps(
      database,
      () => {
        if (breaks && mailed.length > 20) isAway = true
        return isAway ? away : taken
      },
      { isReachable: () => !isAway },
    )
    const id = await sendOne(deps)
    const before = Date.now()
    const at = await workOff(deps)
    expect((at ?? 0) - before).toBeGreaterThanOrEqual(deps.mail.probeEveryMs)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'paused', pausedWhy: 'mail-server' })
    expect(await workOff(deps)).toBeDefined()
    expect((await emailsOf(database, id)).every(({ tries }) => tries === 0)).toBe(true)

    ;[isAway, breaks] = [false, false]
    await letTimePass(database)
    // The first email that gets through resumes the run, after its own commit.
    await until(async () => {
      await workOff(deps)
      return (await stateOf(database, id)) === 'done' || undefined
    })
    expect(await counts(database, id)).toMatchObject({ sent: 50, failed: 0, uncertain: 0 })
  })

  test('but accepts connections gets one email at a time', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 50)
    const { deps, mailed } = newsletterDeps(database, () => away)
    const id = await sendOne(deps)
    await workOff(deps)
    expect(mailed.length).toBeLessThan(12)
    mailed.length = 0
    await expediteOneWaitingEmail(deps)
    await workOff(deps)
    expect(mailed).toHaveLength(1)
    expect(await stateOf(database, id)).toBe('paused')
  })

  test('only for some emails counts against those emails, and the newsletter completes', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 30)
    const { deps } = newsletterDeps(database, (to) => (to.startsWith('reader-3@') ? away : taken))
    const id = await sendOne(deps)
    for (let times = 0; times < 6 && (await stateOf(database, id)) !== 'done'; times += 1) {
      await workOff(deps)
      // Another recipient's email gets through meanwhile.
      await letTimePass(database)
    }
    expect(await counts(database, id)).toMatchObject({ sent: 29 })
  })
})

describe('an email whose response is lost', () => {
  test('is sent again as the same email and marked; the second response counts', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 5)
    const { deps, mailed } = newsletterDeps(database, (to, times) =>
      to.startsWith('reader-2') && times === 0 ? noReply : taken,
    )
    const id = await sendOne(deps)
    await workOff(deps)
    await letTimePass(database)
    await workOff(deps)
    const twice = mailed.filter(({ to }) => to.startsWith('reader-2'))
    expect(twice).toHaveLength(2)
    expect(twice[0]?.messageId).toBe(twice[1]?.messageId)
    expect(await counts(database, id)).toMatchObject({ sent: 5, failed: 0, uncertain: 1 })
  })

  test('twice is not sent a third time', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 5)
    const { deps, mailed } = newsletterDeps(database, (to) => (to.startsWith('reader-2') ? noReply : taken))
    const id = await sendOne(deps)
    await workOff(deps)
    await letTimePass(database)
    await workOff(deps)
    expect(mailed.filter(({ to }) => to.startsWith('reader-2'))).toHaveLength(2)
    expect(await counts(database, id)).toMatchObject({ sent: 4, failed: 1, uncertain: 1 })
  })
})

describe('a worker that is killed', () => {
  /** Recipients whose worker took their emails and was never heard of again. */
  async function leaseAndDie(database: Database, most: number) {
    const leased = await leaseJobs(database, ['send-newsletter-email'], () => most)
    await database.db.updateTable('jobs').set({ leasedUntil: 0, runAt: 1 }).where('lease', 'is not', null).execute()
    return leased.map(({ id }) => id)
  }

  test('between lease and response skips no recipient: the same email is sent again and marked', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 30)
    const { deps, mailed } = newsletterDeps(database)
    const id = await sendOne(deps)
    while (await prepareCampaign(deps, id, Date.now()));
    const leased = await leaseAndDie(database, 10)
    expect(leased).toHaveLength(10)

    await workOff(deps)
    expect(new Set(addressesOf(mailed)).size).toBe(30)
    expect(mailed).toHaveLength(30)
    expect(await findCampaign(database, id)).toMatchObject({ state: 'done', counts: { sent: 30, uncertain: 10 } })
    const emails = await emailsOf(database, id)
    expect(emails.filter(({ uncertain }) => uncertain === 1).map((email) => email.id)).toEqual(
      expect.arrayContaining(leased),
    )
    expect(mailed.map(({ messageId }) => messageId).toSorted()).toEqual(
      emails.map(({ messageId }) => messageId).toSorted(),
    )
  })

  test('repeatedly at the same email makes that email fail', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 1)
    const { deps, mailed } = newsletterDeps(database)
    const id = await sendOne(deps)
    while (await prepareCampaign(deps, id, Date.now()));
    for (let kills = 0; kills < 6; kills += 1) await leaseAndDie(database, 1)
    await workOff(deps)
    expect(mailed).toEqual([])
    expect(await counts(database, id)).toMatchObject({ recipients: 1, sent: 0, failed: 1, uncertain: 1 })
    expect(await emailsOf(database, id)).toMatchObject([{ reason: 'interrupted' }])
  })

  test('while recipients are being added resumes without duplicates', async () => {
    const database = await openTestDatabase()
    await addReaders(database, many)
    const { deps, mailed } = newsletterDeps(database)
    const id = await sendOne(deps)
    let lost = 0
    const unlucky: Database = {
      ...database,
      async transaction(work, how) {
        const result = await database.transaction(work, how)
        if ((lost += 1) % 3 === 0) throw new Error('the connection broke after the commit')
        return result
      },
    }
    for (let step = 0; step < 6; step += 1)
      await prepareCampaign({ ...deps, database: unlucky }, id, Date.now()).catch(() => {})
    await workOff(deps)
    expect(new Set(addressesOf(mailed)).size).toBe(many)
    expect(await counts(database, id)).toMatchObject({ recipients: many, sent: many, failed: 0 })
  })

  test('or too slow loses its lease, and a recipient who gets the email twice is marked', async () => {
    const [one, other] = await openTwice()
    await addReaders(one, 100)
    let goOn = () => {}
    const stalled = new Promise<void>((resolve) => (goOn = resolve))
    const slow = newsletterDeps(one, async () => {
      await stalled
      return taken
    })
    const next = newsletterDeps(other)
    const id = await sendOne(slow.deps)
    const overtaken = await startWork(slow.deps)
    await until(async () => slow.mailed.length === 5)
    // Not by its time alone, which the worker may just then extend.
    const lost = { leasedUntil: 0, lease: sql<string>`'lost ' || id` }
    await one.db.updateTable('jobs').set(lost).where('lease', 'is not', null).execute()
    await workOff(next.deps)
    goOn()
    await overtaken.stop()
    const times = new Map<string, number>()
    for (const { to } of [...slow.mailed, ...next.mailed]) times.set(to, (times.get(to) ?? 0) + 1)
    expect(times.size).toBe(100)
    const marked = new Set(
      (await emailsOf(one, id)).filter(({ uncertain }) => uncertain === 1).map(({ recipient }) => recipient),
    )
    for (const [to, count] of times) if (count > 1) expect(marked).toContain(to)
    expect(await findCampaign(one, id)).toMatchObject({
      state: 'done',
      counts: { recipients: 100, sent: 100, failed: 0, uncertain: marked.size },
    })
  })
})

test('a booking confirmation does not wait behind a newsletter', async () => {
  const database = await openTestDatabase()
  const [reader] = await addReaders(database, 500)
  const { deps, mailed } = newsletterDeps(database, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return taken
  })
  await sendOne(deps)
  const worker = await startWork(deps)
  await until(async () => mailed.length > 20)
  await database.transaction((tx) =>
    sendEmail(
      { ...deps, tx },
      {
        kind: 'newsletter-welcome',
        ids: { subscriberId: reader!.id },
        recipient: 'maya@example.com',
        limitedAs: undefined,
      },
    ),
  )
  const before = mailed.length
  const place = () => mailed.findIndex(({ to }) => to === 'maya@example.com')
  await until(async () => place() >= 0)
  expect(place() - before, 'emails of the newsletter that overtook it').toBeLessThan(300)
  await worker.stop()
})

describe('the clinic', () => {
  test('pauses from another process, and no email is sent until it resumes', async () => {
    const [one, other] = await openTwice()
    await addReaders(one, 120)
    let goOn = () => {}
    const paused = new Promise<void>((resolve) => (goOn = resolve))
    // Those on their way wait for the pause, or on a slow machine it would come too late.
    const { deps, mailed } = newsletterDeps(one, async () => {
      if (mailed.length > 10) await paused
      return taken
    })
    const elsewhere = newsletterDeps(other).deps
    const id = await sendOne(deps)
    const running = workOff(deps)
    await until(async () => mailed.length > 0 || undefined)
    expect(await pauseCampaign(elsewhere, admin, id)).toBe(true)
    goOn()
    await running
    const soFar = mailed.length
    expect(soFar).toBeLessThan(120)
    expect((await emailsOf(one, id)).filter(({ state }) => state === 'waiting')).not.toEqual([])
    await workOff(deps)
    expect(mailed).toHaveLength(soFar)
    await resumeCampaign(elsewhere, admin, id)
    await workOff(deps)
    expect(mailed).toHaveLength(120)
    expect(await counts(one, id)).toMatchObject({ sent: 120, uncertain: 0 })
  })

  test('stops sending: remaining recipients get no email', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 300)
    let goOn = () => {}
    const cancelled = new Promise<void>((resolve) => (goOn = resolve))
    const { deps, mailed } = newsletterDeps(database, async () => {
      if (mailed.length > 10) await cancelled
      return taken
    })
    const id = await sendOne(deps)
    const running = workOff(deps)
    await until(async () => mailed.length > 0)
    await cancelCampaign(deps, admin, id, Date.now())
    goOn()
    await running
    const soFar = mailed.length
    expect(soFar).toBeLessThan(300)
    expect(await resumeCampaign(deps, admin, id)).toBe(false)
    await workOff(deps)
    expect(mailed).toHaveLength(soFar)
    expect(await counts(database, id)).toMatchObject({ recipients: 300, sent: soFar })
  })

  test('presses Send now in two tabs at once, which sends it once', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 20)
    const { deps, mailed } = newsletterDeps(database)
    const id = await sendOne(deps)
    const press = () => sendCampaign(deps, admin, { id, now: Date.now(), shown: [] })
    expect(await Promise.all([press(), press(), press()])).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await database.db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    await workOff(deps)
    await press()
    await workOff(deps)
    expect(mailed).toHaveLength(20)
    const acts = await database.db.selectFrom('auditEntries').select('act').execute()
    expect(acts.filter(({ act }) => act === 'newsletter.sent')).toHaveLength(1)
  })

  test('cannot send without subscribers', async () => {
    const database = await openTestDatabase()
    const { deps } = newsletterDeps(database)
    const id = await sendOne(deps)
    expect(await sendCampaign(deps, admin, { id, now: Date.now(), shown: [] })).toEqual({
      ok: false,
      reason: 'no-subscribers',
    })
    expect(await stateOf(database, id)).toBe('draft')
  })

  test('schedules it: it is sent at that time, and not if that is long past', async () => {
    const database = await openTestDatabase()
    await addReaders(database, 3)
    const { deps, mailed } = newsletterDeps(database)
    const hour = 3_600_000
    const scheduled = async (startsAt: number) => {
      const id = await sendOne(deps)
      await database.db.updateTable('campaigns').set({ state: 'draft' }).where('id', '=', id).execute()
      await scheduleCampaign(deps, admin, { id, startsAt, shown: [] })
      return id
    }
    const tomorrow = Date.now() + 24 * hour
    await scheduled(tomorrow)
    expect(await workOff(deps)).toBe(tomorrow)
    expect(mailed).toHaveLength(0)
    const tooLate = await scheduled(Date.now() - 13 * hour)
    await workOff(deps)
    expect(mailed).toHaveLength(0)
    expect(await findCampaign(database, tooLate)).toMatchObject({ state: 'paused', pausedWhy: 'late' })
    await scheduled(Date.now() - 2 * hour)
    await workOff(deps)
    expect(mailed).toHaveLength(3)
    await sendCampaign(deps, admin, { id: tooLate, now: Date.now(), shown: [] })
    await workOff(deps)
    expect(mailed).toHaveLength(6)
  })
})

test.skipIf(isAskedOnSqliteAlone)('without a postal address no newsletter is sent', async () => {
  const database = await openTestDatabase()
  await addReaders(database, 3)
  const { deps, mailed } = newsletterDeps(database)
  const config = { ...deps.config, mail: { transport: 'smtp' as const, url: 'smtp://127.0.0.1:9' } }
  const without = {
    ...deps,
    config,
    clinic: { facts: (now: number) => ({ ...contentFacts(now), withoutAddress: true }) },
  }
  const id = await sendOne(deps)
  await workOff(without)
  expect(mailed).toEqual([])
  expect(await findCampaign(database, id)).toMatchObject({ state: 'paused', pausedWhy: 'address' })
  await resumeCampaign(deps, admin, id)
  await workOff({ ...deps, config })
  expect(mailed).toHaveLength(3)
})

test.skipIf(isAskedOnSqliteAlone)(
  'recipients are deleted 90 days after a newsletter ended; the counts stay',
  async () => {
    const database = await openTestDatabase()
    await addReaders(database, 3)
    const { deps } = newsletterDeps(database)
    const [old, young] = [await sendOne(deps), await sendOne(deps)]
    await workOff(deps)
    const [row] = await emailsOf(database, old)
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...row!,
      id: String(index),
      messageId: String(index),
      subscriberId: String(index),
    }))
    await database.db.insertInto('emails').values(many).execute()
    const now = Date.now()
    const longAgo = now - 91 * 24 * 60 * 60 * 1000
    await database.db.updateTable('campaigns').set({ endedAt: longAgo }).where('id', '=', old).execute()
    await deleteOldRecipients({ database }, now)
    expect(await emailsOf(database, old)).toEqual([])
    expect(await emailsOf(database, young)).toHaveLength(3)
    expect(await counts(database, old)).toMatchObject({ sent: 3 })
  },
)

test.skipIf(isAskedOnSqliteAlone)('a newsletter can be unscheduled; the newest is listed first', async () => {
  const database = await openTestDatabase()
  await addReaders(database, 3)
  const { deps, mailed } = newsletterDeps(database)
  const id = await sendOne(deps)
  await workOff(deps)
  const other = await sendOne(deps)
  await database.db.updateTable('campaigns').set({ state: 'draft', createdAt: 1 }).where('id', '=', other).execute()
  await scheduleCampaign(deps, admin, { id: other, startsAt: Date.now() + 60_000, shown: [] })
  expect(await unscheduleCampaign(deps, admin, other)).toBe(true)
  await database.db.updateTable('jobs').set({ runAt: 1 }).execute()
  expect(await workOff(deps)).toBeUndefined()
  expect(mailed).toHaveLength(3)
  expect((await listCampaigns(database, 5)).map((one) => [one.id, one.state])).toEqual([
    [id, 'done'],
    [other, 'draft'],
  ])
})

test.skipIf(isAskedOnSqliteAlone)('the audit trail shows what changed in a draft and in its schedule', async () => {
  const database = await openTestDatabase()
  await addReaders(database, 1)
  const { deps } = newsletterDeps(database)
  const id = randomUUID()
  const draft = { id, url: 'https://clinic.example/blog/ginger', subject: 'Ginger', now: Date.now() }
  await draftCampaign(deps, admin, draft)
  await draftCampaign(deps, admin, { ...draft, subject: 'Ginger tea', intro: 'x'.repeat(5_000) })
  const [noon, one] = ['12:00', '13:00'].map(
    (time) => Temporal.ZonedDateTime.from(`2027-01-05T${time}[${clinicTimeZone}]`).epochMilliseconds,
  )
  for (const startsAt of [noon!, one!]) await scheduleCampaign(deps, admin, { id, startsAt, shown: [] })
  await unscheduleCampaign(deps, admin, id)
  const entries = await database.db.selectFrom('auditEntries').select('detail').orderBy('sequence').execute()
  expect(entries.map(({ detail }) => detail)).toEqual([
    'Link was: nothing. Now: https://clinic.example/blog/ginger. Subject was: nothing. Now: Ginger.',
    `Subject was: Ginger. Now: Ginger tea. Introduction was: nothing. Now: ${'x'.repeat(200)}….`,
    'Was: not scheduled. Now: Jan 5, 2027, 12:00 pm. All checks green',
    'Was: Jan 5, 2027, 12:00 pm. Now: Jan 5, 2027, 1:00 pm. All checks green',
    'Was: Jan 5, 2027, 1:00 pm. Now: not scheduled.',
  ])
})

test.skipIf(isAskedOnSqliteAlone)('a test email goes to one address, and the newsletter stays a draft', async () => {
  const database = await openTestDatabase()
  await addReaders(database, 3)
  const { deps, mailed } = newsletterDeps(database)
  const id = await sendOne(deps)
  await database.db.updateTable('campaigns').set({ state: 'draft' }).where('id', '=', id).execute()
  expect(await sendTestCampaign(deps, admin, { id, recipient: 'admin@clinic.example' })).toBe(true)
  expect(await sendTestCampaign(deps, admin, { id: 'none', recipient: 'admin@clinic.example' })).toBe(false)
  const emails = await database.db.selectFrom('emails').select(['kind', 'recipient']).execute()
  expect(emails).toEqual([{ kind: 'newsletter-test', recipient: 'admin@clinic.example' }])
  await workOff(deps)
  expect(addressesOf(mailed)).toEqual(['admin@clinic.example'])
  expect(await stateOf(database, id)).toBe('draft')
})

test.skipIf(isAskedOnSqliteAlone)('without a mail server the emails are stored, and none counts as sent', async () => {
  const database = await openTestDatabase()
  await addReaders(database, 10)
  const { deps } = newsletterDeps(database, () => ({ ...taken, state: 'kept' }))
  const id = await sendOne(deps)
  await workOff(deps)
  expect(await counts(database, id)).toMatchObject({ recipients: 10, sent: 0, kept: 10 })
})
