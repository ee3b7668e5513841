import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Deps = { database: Database; queue: Queue }

/** A transaction is short, whatever has gathered: the pages wait for it. */
const atOnce = 200

/** Mail works again: every email that waited for the mail server is due now. */
export async function bringEmailsForward({ database, queue }: Deps) {
  for (let brought = atOnce; brought === atOnce;) {
    brought = await database.transaction(async (tx) => {
      const ids = await emailsInServerTrouble(tx)
      if (ids.length === 0) return 0
      await queue.bringForward(tx, 'send-email', ids, 'all')
      await tx.updateTable('emails').set({ trouble: null }).where('id', 'in', ids).execute()
      return ids.length
    })
    await new Promise(setImmediate)
  }
}

/** Mail may work again: one email finds out, so that a server that only seems up costs one try. */
export async function bringOneEmailForward({ database, queue }: Deps) {
  await database.transaction(async (tx) => {
    const ids = await emailsInServerTrouble(tx)
    if (ids.length > 0) await queue.bringForward(tx, 'send-email', ids, 'one')
  })
}

/** Whether any email waits for the mail server. */
export const mailIsInTrouble = async ({ db }: Pick<Database, 'db'>) => (await emailsInServerTrouble(db, 1)).length > 0

/** What kept the newest email that waits for the mail server, in the words of the server or of the network; undefined when none does. */
export async function whyEmailsWait({ db }: Pick<Database, 'db'>) {
  const newest = await db
    .selectFrom('emails')
    .select('lastError')
    .where('state', '=', 'waiting')
    .where('trouble', '=', 'server')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && { reason: newest.lastError ?? 'no reason was given' }
}

/** How many emails wait for the mail server, and since when, for whoever looks after the site. */
export async function emailsWaitingForServer({ db }: Pick<Database, 'db'>) {
  const { count, since } = await db
    .selectFrom('emails')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('createdAt').as('since')])
    .where('state', '=', 'waiting')
    .where('trouble', '=', 'server')
    .executeTakeFirstOrThrow()
  return { waiting: Number(count), ...(since !== null && { since: Number(since) }) }
}

/** How many emails were accepted before a moment and are still to go out, whatever keeps them; newsletters take their time. */
export async function emailsWaitingLonger({ db }: Pick<Database, 'db'>, acceptedBefore: number) {
  const { count, since } = await db
    .selectFrom('emails')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('createdAt').as('since')])
    .where('state', '=', 'waiting')
    .where('campaignId', 'is', null)
    .where('createdAt', '<', acceptedBefore)
    .executeTakeFirstOrThrow()
  return { count: Number(count), ...(since !== null && { since: Number(since) }) }
}

async function emailsInServerTrouble(db: Db, most = atOnce) {
  const emails = await db
    .selectFrom('emails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('trouble', '=', 'server')
    .limit(most)
    .execute()
  return emails.map(({ id }) => id)
}
