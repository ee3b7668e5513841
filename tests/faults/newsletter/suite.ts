import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import { clearBounce } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { insertSubscribers } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { until } from '#tests/support/timing.ts'
import type { Chance } from '../chance.ts'
import type { Mailbox, Manner, Manners } from '../mailbox.ts'
import type { Suite } from '../suite.ts'
import { compareNewsletters, type NewsletterEvidence } from './compare.ts'

/**
 * Newsletters are sent through a mail server that rejects some emails, hangs and closes connections; their ledgers are
 * compared with what it received.
 *
 * With one process, waiting is skipped: leases of the killed process expire at once, and retries are due at once. With two
 * processes the other one takes over when the lease expires.
 */
export const newsletters: Suite = {
  name: 'newsletter',
  settings: { NEWSLETTER_PER_SECOND: '150' },
  mail: (chance) => ({ manners: badManners(chance), hangMs: 5_000 }),
  // Long enough for a fault to strike at any step of a newsletter, and for the other process to take over.
  withinMs: (servers) => (servers === 1 ? 1_500 : 20_000),
  async begin({ servers, mailbox, withDatabase }) {
    const isSingleProcess = servers.count === 1
    const timer = setInterval(
      () => void withDatabase((database) => makeJobsDue(database, isSingleProcess)).catch(() => {}),
      500,
    )
    const ids: string[] = []
    const isOver = () => withDatabase((database) => areDone(database, ids))
    await withDatabase((database) => addReaders(database, readers))
    return {
      async act(round) {
        // The database may be unavailable because of a fault.
        if (
          await until(() =>
            isOver().then(
              (over) => ({ over }),
              () => undefined,
            ),
          ).then(({ over }) => over)
        ) {
          const id = randomUUID()
          ids.push(id)
          await until(() => withDatabase((database) => beginNewsletter(database, id)).catch(() => undefined), timeoutMs)
        }
        while (!round.isOver()) await pause(50)
      },
      beforeRestart: async () => isSingleProcess && (await withDatabase(expireLeases)),
      isDrained: isOver,
      async judge() {
        const evidence = await withDatabase((database) => readEvidence(database, mailbox, ids))
        const rows = evidence.ledgers.flatMap(({ recipients }) => recipients)
        const count = (state: string) => rows.filter((row) => row.state === state).length
        return {
          answered: ids.length * readers,
          stored: rows.length,
          counts: {
            newsletters: ids.length,
            sent: count('sent'),
            failed: count('failed'),
            uncertain: rows.filter(({ uncertain }) => uncertain === 1).length,
          },
          violations: compareNewsletters(evidence),
        }
      },
      end: () => clearInterval(timer),
    }
  },
}

const readers = 400
const timeoutMs = 120_000

/** Rejects one in a hundred addresses; for 0.5 % of the others it hangs, and for 0.5 % it closes the connection, before or after the message. */
const badManners =
  (chance: Chance): Manners =>
  (address, when) => {
    if (isBad(address)) return when === 'recipient' ? 'reject' : 'fine'
    const drawn = chance.next()
    const manner: Manner = drawn < 0.0025 ? 'hang' : drawn < 0.005 ? 'drop' : 'fine'
    return manner
  }

const isBad = (address: string) => /^reader-\d*07@/.test(address)

async function addReaders(database: Database, count: number) {
  for (let done = 0; done < count; done += 500)
    await database.transaction((tx) =>
      insertSubscribers(
        tx,
        Array.from({ length: Math.min(500, count - done) }, (_, index) => ({
          id: randomUUID(),
          email: `reader-${String(done + index).padStart(2, '0')}@example.com`,
          state: 'subscribed' as const,
          subscriptionDate: null,
          createdAt: Date.now(),
        })),
      ),
    )
}

/** Starts a newsletter as 'Send now' does, and resubscribes addresses that bounced before. */
async function beginNewsletter(database: Database, id: string) {
  const now = Date.now()
  await database.transaction(async (tx) => {
    for (const { id: bounced } of await tx
      .selectFrom('subscribers')
      .select('id')
      .where('state', '=', 'bounced')
      .execute())
      await clearBounce(tx, bounced)
    await tx
      .insertInto('campaigns')
      .values({ id, url: 'https://clinic.example/blog/tea', state: 'sending', createdAt: now, startedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await createQueue(database).ensure(tx, 'send-newsletter', { campaignId: id }, { id })
  })
  return true
}

async function areDone({ db }: Pick<Database, 'db'>, ids: string[]) {
  if (ids.length === 0) return true
  const done = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'done')
    .execute()
  return done.length === ids.length
}

/** The only process is dead, so its leases can expire at once. */
const expireLeases = (database: Database) =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('jobs')
      .set({ leasedUntil: 0, runAt: 0, attempts: 0 })
      .where('kind', 'in', ['send-newsletter', 'send-newsletter-email'])
      .execute()
  })

async function makeJobsDue({ transaction }: Database, isSingleProcess: boolean) {
  const soon = Date.now() + 1_000
  await transaction(async (tx) => {
    // With two processes a killed worker's job must stay leased until its lease expires.
    await tx
      .updateTable('jobs')
      .set({ runAt: 0 })
      .where('kind', 'in', ['send-newsletter', 'send-newsletter-email'])
      .where('runAt', '>', soon)
      .where('leasedUntil', '<=', isSingleProcess ? soon : 0)
      .execute()
  })
}

async function readEvidence({ db }: Database, { mails }: Mailbox, ids: string[]): Promise<NewsletterEvidence> {
  const subscribers = await db.selectFrom('subscribers').select(['id', 'email']).execute()
  const campaigns = await db.selectFrom('campaigns').selectAll().where('id', 'in', ids).execute()
  const ledgers = await Promise.all(
    campaigns.map(async (campaign) => ({
      campaign,
      recipients: await db.selectFrom('emails').selectAll().where('campaignId', '=', campaign.id).execute(),
    })),
  )
  const emails = await db.selectFrom('emails').select('messageId').where('campaignId', 'is', null).execute()
  return { subscribers, ledgers, mails, outbox: emails.map(({ messageId }) => messageId), isBad }
}
