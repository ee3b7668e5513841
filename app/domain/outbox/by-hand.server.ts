import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Means = { database: Database; queue: Queue }

/** How many letters are in which state; `inTrouble` are those of the waiting ones whose last try failed. */
export async function countLetters({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('letters')
    .select(['state', 'trouble', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['state', 'trouble'])
    .execute()
  const sum = (belongs: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(belongs).reduce((total, { count }) => total + Number(count), 0)
  return {
    waiting: sum(({ state }) => state === 'waiting'),
    inTrouble: sum(({ state, trouble }) => state === 'waiting' && trouble !== null),
    sent: sum(({ state }) => state === 'sent'),
    kept: sum(({ state }) => state === 'kept'),
    failed: sum(({ state }) => state === 'failed'),
  }
}

/** The newest letters that nothing tries again by itself, with what the mail server said. */
export const failedLetters = ({ db }: Pick<Database, 'db'>, most: number) =>
  db
    .selectFrom('letters')
    .select(['id', 'kind', 'created_at', 'last_error'])
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()

/** Sends a failed letter after all: with all its tries, and as the same letter. Answers false when it is not failed. */
export const retryLetter = ({ database, queue }: Means, id: string) =>
  database.transaction(async (tx) => (await waitAgain(tx, queue, [id])) === 1)

const atOnce = 200

/** The same for every failed letter; answers how many there were. */
export async function retryFailedLetters({ database, queue }: Means) {
  let retried = 0
  for (let some = atOnce; some === atOnce; retried += some)
    some = await database.transaction(async (tx) => {
      const letters = await failedLetters({ db: tx }, atOnce)
      return waitAgain(
        tx,
        queue,
        letters.map(({ id }) => id),
      )
    })
  return retried
}

async function waitAgain(tx: Tx, queue: Queue, ids: string[]) {
  if (ids.length === 0) return 0
  const letters = await tx
    .updateTable('letters')
    .set({ state: 'waiting', trouble: null, last_error: null })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .returning('id')
    .execute()
  for (const { id } of letters) await queue.retry(tx, 'send-letter', { letterId: id }, id)
  return letters.length
}
