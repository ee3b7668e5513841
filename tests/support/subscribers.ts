import { randomUUID } from 'node:crypto'
import { isBusy } from '#app/database/dialect.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import type { SubscriberRow } from '#app/domain/newsletter/subscriber.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { until } from './timing.ts'
import type { Insertable } from 'kysely'
import { newsletterPage } from '#app/routes/admin/newsletter/words.ts'

type Row = Partial<SubscriberRow> & { email: string }

/** Adds subscribers to a site, newest first, and updates the totals. */
export async function listSubscribers(db: Db, rows: Row[]) {
  const now = Date.now()
  const full = rows.map((row, index) => ({
    id: randomUUID(),
    state: 'subscribed' as const,
    subscriptionDate: null,
    createdAt: now - index * 1_000,
    ...row,
  }))
  // Retried, because the running site may hold SQLite's write lock.
  await until(() =>
    db
      .transaction()
      .execute(async (tx) => {
        for (let done = 0; done < full.length; done += 500) await insertSubscribers(tx, full.slice(done, done + 500))
        return true
      })
      .catch((error: unknown) => {
        if (!isBusy(error)) throw error
        return undefined
      }),
  )
}

/** Resets the subscriber list, for tests that share a site. */
export async function emptySubscriberList(db: Db) {
  for (const table of ['subscribers', 'subscriberCounts', 'deletedSubscribers'] as const)
    await db.deleteFrom(table).execute()
}

type CampaignRow = Partial<Insertable<Tables['campaigns']>>

const ended = { recipients: 42, gathered: 1, startedAt: 1, endedAt: 2 }

/** A newsletter in each state that a page shows, with a text of its page. */
const states: { name: string; row: CampaignRow; shows: string }[] = [
  {
    name: 'draft',
    row: { state: 'draft', intro: 'Our tea cures diabetes.' },
    shows: newsletterPage.checks.sendAnyway,
  },
  {
    name: 'scheduled',
    row: { state: 'scheduled', startsAt: 4_000_000_000_000 },
    shows: newsletterPage.scheduled.takeBack,
  },
  { name: 'late', row: { state: 'paused', pausedWhy: 'late', startsAt: 1 }, shows: newsletterPage.late.takeBack },
  {
    name: 'sending',
    row: { state: 'sending', recipients: 42, gathered: 1, sent: 17, failed: 1, startedAt: 1 },
    shows: newsletterPage.run.progress(18, 42),
  },
  {
    name: 'paused',
    // A newsletter paused for the mail server would resume by itself if a server responds.
    row: { state: 'paused', pausedWhy: 'admin', recipients: 42, gathered: 1, sent: 18, startedAt: 1 },
    shows: newsletterPage.run.paused.admin,
  },
  {
    name: 'done',
    row: { ...ended, state: 'done', sent: 40, failed: 1, leftOut: 1, uncertain: 1 },
    shows: newsletterPage.result.retry,
  },
  { name: 'cancelled', row: { ...ended, state: 'cancelled', sent: 12 }, shows: newsletterPage.result.cancelled(30) },
]

/** Adds these newsletters to a site's database, with one subscriber; returns the path of each. */
export async function putNewsletters(db: Db) {
  await listSubscribers(db, [{ email: `reader-${randomUUID()}@example.com` }])
  const put = states.map(({ row, ...state }) => ({ ...state, id: randomUUID(), row }))
  // One by one, because a common insert would need the same columns in all rows.
  for (const { id, row } of put)
    await db
      .insertInto('campaigns')
      .values({ state: 'draft', ...row, id, url: 'https://www.example.com/', createdAt: 1 })
      .execute()
  const done = put.find(({ name }) => name === 'done')
  await db
    .insertInto('emails')
    .values({
      id: randomUUID(),
      kind: 'newsletter',
      ids: '{}',
      campaignId: done?.id ?? '',
      subscriberId: randomUUID(),
      recipient: 'nobody@example.com',
      messageId: `<${randomUUID()}@clinic.example>`,
      state: 'failed',
      reason: 'smtp 550 at RCPT TO',
      lastError: '550 no mailbox of this name',
      createdAt: 0,
      triedAt: 0,
    })
    .execute()
  return put.map(({ name, id, shows }) => ({ name, shows, path: `/admin/newsletter/${id}` }))
}
