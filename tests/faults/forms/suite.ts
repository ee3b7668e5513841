import type { Database } from '#app/database/connection.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { product } from '#tests/support/catalogue.ts'
import { readStored } from '#tests/support/stored.ts'
import { isMorningEmailDue, type Suite, type Workload } from '../suite.ts'
import type { World } from '../world.ts'
import { compare, storedAgain } from './compare.ts'
import { type Answered, readBlog, visitConcurrently } from './visitors.ts'

/** Visitors send the newsletter form, messages and orders, and read the blog. */
export const forms: Suite = {
  name: 'forms',
  // Long enough for a fault to strike at any step of a form or an email.
  withinMs: () => 1_000,
  async begin(world) {
    await world.withDatabase(countProduct)
    return beginForms(world)
  },
}

/** The product that the visitors order is counted: every order takes its pieces. */
async function countProduct({ db }: Database) {
  const [saleItem, count, now] = [product.id, 100_000, Date.now()]
  const counted = { kind: 'counted', before: null, after: count, orderNumber: null, reason: null, who: 'test' } as const
  await db.insertInto('stock').values({ saleItem, count, changedAt: now }).execute()
  await db
    .insertInto('stockMovements')
    .values({ id: 'counted', saleItem, at: now, ...counted })
    .execute()
}

/** The same visitors, for suites that do something else to a site in use. */
export function beginForms({
  variant,
  chance,
  clock,
  seen,
  servers,
  mailbox,
  feed,
  withDatabase,
}: World): Workload & { answered: Answered[] } {
  const all = Object.assign(seen, { answered: [] as Answered[], posts: false })
  const anyServer = {
    get url() {
      return chance.oneOf(servers.urls)
    },
  }
  const clockJumped = variant.faults.includes('clock-jump')
  const title = feed.posts[0]?.title ?? ''
  return {
    answered: all.answered,
    act: (round) =>
      Promise.all([visitConcurrently(anyServer, round, chance, all), readBlog(anyServer, title, round.isOver, all)]),
    isDrained: () => withDatabase((database) => isDrained(database, feed.posts.length, clock.now())),
    async judge(interruptions) {
      const { answered } = all
      const stored = await withDatabase(readStored)
      const posts = await withDatabase(({ db }) => db.selectFrom('blogPosts').select('title').execute())
      const evidence = { answered, ...stored, mails: mailbox.mails, interruptions, clockJumped }
      return {
        answered: answered.length,
        stored: stored.stored.length,
        asDecided: storedAgain(evidence),
        counts: Object.fromEntries(
          Map.groupBy(answered, ({ form }) => words[form] ?? form)
            .entries()
            .map(([form, those]) => [form, those.length]),
        ),
        violations: [...compare(evidence), ...missingPosts(feed.posts, posts)],
      }
    },
  }
}

const words: Record<string, string> = { newsletter: 'sign-ups', contact: 'messages', order: 'orders' }

/** Whether no email waits to be sent, and the feed was read. */
async function isDrained(database: Database, posts: number, now: number) {
  if (await isMorningEmailDue(database, now)) return false
  const { db } = database
  const waiting = await db.selectFrom('emails').select('id').where('state', '=', 'waiting').limit(1).execute()
  const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'send-email').limit(1).execute()
  const read = await db.selectFrom('blogPosts').select('slug').execute()
  // A failed read is retried by the recurring job only after this run has ended.
  if (read.length < posts)
    await database.transaction((tx) =>
      createQueue(database).enqueue(tx, 'read-feed', {}, { uniqueKey: 'read after all' }),
    )
  return waiting.length === 0 && jobs.length === 0 && read.length === posts
}

function missingPosts(expected: { title: string }[], stored: { title: string }[]) {
  const isRight = stored.length === expected.length && expected.every(({ title }, at) => stored[at]?.title === title)
  return isRight ? [] : [`lost: ${stored.length} of the ${expected.length} posts of the feed are stored`]
}
