import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { emailKind } from './email-kinds.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; queue: Queue }

// A newsletter's own page says what became of its emails, so none of these counts them.

/**
 * How many emails are in which state; `inTrouble` are those of the waiting ones whose last try failed, and `handled`
 * those that failed and were dealt with by other means.
 */
export async function countEmails({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('emails')
    .select(['state', 'trouble', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaignId', 'is', null)
    .groupBy(['state', 'trouble'])
    .execute()
  const sum = (belongs: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(belongs).reduce((total, { count }) => total + Number(count), 0)
  const notHandled = await countFailed({ db })
  return {
    waiting: sum(({ state }) => state === 'waiting'),
    inTrouble: sum(({ state, trouble }) => state === 'waiting' && trouble !== null),
    sent: sum(({ state }) => state === 'sent'),
    kept: sum(({ state }) => state === 'kept'),
    failed: notHandled,
    handled: sum(({ state }) => state === 'failed') - notHandled,
  }
}

/** How many emails nothing tries again by itself and nobody dealt with; quick, however many went out. */
export async function countFailed({ db }: Pick<Database, 'db'>) {
  const { count } = await failed(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many emails wait to be sent, or to be tried again. */
export async function countWaiting({ db }: Pick<Database, 'db'>) {
  const { count } = await db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('campaignId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const failed = (db: Database['db']) =>
  db.selectFrom('emails').where('state', '=', 'failed').where('handledAt', 'is', null).where('campaignId', 'is', null)

/** The newest emails that nothing tries again by itself, with what the mail server said. */
export async function failedEmails({ db }: Pick<Database, 'db'>, most: number) {
  const rows = await failed(db)
    .select(['id', 'kind', 'ids', 'recipient', 'createdAt', 'lastError'])
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: emailKind.parse(row.kind),
    ids: JSON.parse(row.ids) as unknown,
    recipient: row.recipient,
    createdAt: row.createdAt,
    lastError: row.lastError ?? undefined,
  }))
}

/** The newest email about an appointment or order that did not reach its patient or buyer, and that nobody dealt with. */
export const failedEmailAbout = ({ db }: Pick<Database, 'db'>, id: string) =>
  failed(db)
    .select(['id', 'recipient'])
    .where('kind', 'not in', ['order-notice', 'appointment-notice'])
    .where('ids', 'like', `%"${id}"%`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

type ActDeps = Deps & { vault: Vault }

/** Sends a failed email after all: with all its tries, and as the same email. Answers false when it is not failed. */
export const retryEmail = ({ database, queue, vault }: ActDeps, actor: Actor, id: string) =>
  database.transaction(async (tx) => {
    if ((await waitAgain(tx, queue, [id])) === 0) return false
    await recordAct({ tx, vault }, actor, { act: 'letter.retried', record: `letter:${id}` })
    return true
  })

/** A transaction is short, whatever has gathered: the pages wait for it. */
const atOnce = 200

/** The same for every email that has failed by now; answers how many there were. One that fails again stays failed. */
export async function retryFailedEmails({ database, queue, vault }: ActDeps, actor: Actor) {
  const ids = (await failed(database.db).select('id').execute()).map(({ id }) => id)
  let retried = 0
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    retried += await database.transaction(async (tx) => {
      const count = await waitAgain(tx, queue, some)
      const act = { act: 'letters.retried', detail: ids.length === 1 ? '1 email' : `${ids.length} emails` } as const
      if (from === 0) await recordAct({ tx, vault }, actor, act)
      return count
    })
    await new Promise(setImmediate)
  }
  return retried
}

/**
 * The clinic dealt with a failed email by other means, such as a call: nobody is reminded of it any more. Answers false
 * when there is no such email that waits for this.
 */
export const handleFailedEmail = (
  { database, vault }: Pick<ActDeps, 'database' | 'vault'>,
  actor: Actor,
  { id, now }: { id: string; now: number },
) =>
  database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('emails')
      .set({ handledAt: now })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('handledAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAct({ tx, vault }, actor, { act: 'letter.handled', record: `letter:${id}` })
    return true
  })

async function waitAgain(tx: Tx, queue: Queue, ids: string[]) {
  const emails = await tx
    .updateTable('emails')
    .set({ state: 'waiting', trouble: null, lastError: null, reason: null, triedAt: null, handledAt: null })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .where('campaignId', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of emails) await queue.ensure(tx, 'send-email', { emailId: id }, { id })
  return emails.length
}
