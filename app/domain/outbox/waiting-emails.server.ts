import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Deps = { database: Database; queue: Queue }

const batchSize = 200

/** The mail server works again: makes every email that waits for it due now. */
export const expediteWaitingEmails = ({ database, queue }: Deps) =>
  inBatches(database, batchSize, async (tx) => {
    const ids = await findIdsWaitingForServer(tx)
    if (ids.length === 0) return 0
    await queue.bringForward(tx, 'send-email', ids, 'all')
    await tx.updateTable('emails').set({ trouble: null }).where('id', 'in', ids).execute()
    return ids.length
  })

/** The mail server may work again: makes one email due, so that a wrong guess costs one try. */
export async function expediteOneWaitingEmail({ database, queue }: Deps) {
  await database.transaction(async (tx) => {
    const ids = await findIdsWaitingForServer(tx)
    if (ids.length > 0) await queue.bringForward(tx, 'send-email', ids, 'one')
  })
}

export const hasEmailsWaitingForServer = async ({ db }: Pick<Database, 'db'>) =>
  (await findIdsWaitingForServer(db, 1)).length > 0

/** The last error of the newest email that waits for the mail server; undefined when none does. */
export async function findDeliveryFailure({ db }: Pick<Database, 'db'>) {
  const newest = await waitingForServer(db).select('lastError').orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
  return newest && { reason: newest.lastError ?? 'no reason was given' }
}

/** How many emails wait for the mail server, and since when. */
export async function countWaitingForServer({ db }: Pick<Database, 'db'>) {
  const { count, since } = await countAndSince(waitingForServer(db))
  return { waiting: count, ...(since !== undefined && { since }) }
}

/** How many emails were accepted before `moment` and still wait. Newsletters may take longer, so they do not count. */
export async function countWaitingSince({ db }: Pick<Database, 'db'>, moment: number) {
  return countAndSince(
    db
      .selectFrom('emails')
      .where('state', '=', 'waiting')
      .where('campaignId', 'is', null)
      .where('createdAt', '<', moment),
  )
}

async function countAndSince(emails: ReturnType<typeof waitingForServer>) {
  const { count, since } = await emails
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('createdAt').as('since')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), ...(since !== null && { since: Number(since) }) }
}

async function findIdsWaitingForServer(db: Db, most = batchSize) {
  return (await waitingForServer(db).select('id').limit(most).execute()).map(({ id }) => id)
}

const waitingForServer = (db: Db) =>
  db.selectFrom('emails').where('state', '=', 'waiting').where('trouble', '=', 'server')
