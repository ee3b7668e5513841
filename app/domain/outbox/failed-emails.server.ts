import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { dequeue, handleFailedEmails, requeue, selectRetried } from './change-failed-emails.server.ts'
import { emailKind } from './email-kinds.server.ts'

// Emails of newsletters do not count here: each newsletter's own page shows theirs.

/** `retrying`: waiting emails whose last try failed. `handled`: failed ones that the clinic marked as resolved. */
export async function countEmails({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('emails')
    .select(['state', 'trouble', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaignId', 'is', null)
    .groupBy(['state', 'trouble'])
    .execute()
  const sum = (belongs: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(belongs).reduce((total, { count }) => total + Number(count), 0)
  const failed = await countFailed({ db })
  return {
    waiting: sum(({ state }) => state === 'waiting'),
    retrying: sum(({ state, trouble }) => state === 'waiting' && trouble !== null),
    sent: sum(({ state }) => state === 'sent'),
    kept: sum(({ state }) => state === 'kept'),
    failed,
    handled: sum(({ state }) => state === 'failed') - failed,
  }
}

export const countFailed = ({ db }: Pick<Database, 'db'>) => count(unresolved(db))

export const countWaiting = ({ db }: Pick<Database, 'db'>) =>
  count(db.selectFrom('emails').where('state', '=', 'waiting').where('campaignId', 'is', null))

async function count(emails: ReturnType<typeof unresolved>) {
  const { count } = await emails.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Failed emails that the clinic has not marked as resolved. */
const unresolved = (db: Db) =>
  db.selectFrom('emails').where('state', '=', 'failed').where('handledAt', 'is', null).where('campaignId', 'is', null)

/** The newest first; `lastError` is what the mail server said. */
export async function listFailedEmails({ db }: Pick<Database, 'db'>, most: number) {
  const rows = await unresolved(db)
    .select(['id', 'kind', 'ids', 'recipient', 'createdAt', 'lastError'])
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    ...withoutNulls(row),
    kind: emailKind.parse(row.kind),
    ids: JSON.parse(row.ids) as unknown,
  }))
}

/** Emails accepted within an interval that failed, also those that the clinic has resolved since. */
export async function countFailedByKind(
  { db }: Pick<Database, 'db'>,
  { from, until }: { from: number; until: number },
): Promise<{ kind: string; count: number }[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '=', 'failed')
    .where('campaignId', 'is', null)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }))
}

/** The newest failed email to the patient or buyer about an appointment or order. */
export const findFailedEmailAbout = ({ db }: Pick<Database, 'db'>, id: string) =>
  unresolved(db)
    .select(['id', 'recipient'])
    .where('kind', 'not in', ['order-notice', 'appointment-notice'])
    .where('ids', 'like', `%"${id}"%`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

type Deps = { database: Database; queue: Queue; vault: Vault }

/** A transaction is short, since pages wait for it. */
const batchSize = 200

/**
 * Sends every email again that has failed by now, as soon as it can no longer be undone; returns how many. One that fails
 * again meanwhile stays failed.
 */
export async function retryFailedEmails({ database, queue, vault }: Deps, actor: Actor, now: number) {
  const ids = (await unresolved(database.db).select('id').execute()).map(({ id }) => id)
  return inBatches(ids, (batch, isFirst) =>
    database.transaction(async (tx) => {
      const detail = ids.length === 1 ? '1 email' : `${ids.length} emails`
      if (isFirst) await recordAct({ tx, vault }, actor, { act: 'letters.retried', detail })
      return (await requeue(tx, queue, { ids: batch, sendAt: now + undoOfferMs })).length
    }),
  )
}

/** Takes `retryFailedEmails` of that moment back for emails that no worker has begun to send; returns how many. */
export async function undoRetryFailedEmails({ database, queue, vault }: Deps, actor: Actor, at: number) {
  const ids = (await selectRetried(database.db).execute()).map(({ id }) => id)
  let isRecorded = false
  return inBatches(ids, async (batch) => {
    const undone = await database.transaction(async (tx) => {
      const { length } = await dequeue(tx, queue, { ids: batch, handledAt: null, sendAt: at + undoOfferMs })
      if (length > 0 && !isRecorded) await recordAct({ tx, vault }, actor, { act: 'letters.retried', detail: 'undone' })
      return length
    })
    // Only now, because a transaction that failed may run again.
    isRecorded ||= undone > 0
    return undone
  })
}

/** Adds up what `change` returns. */
async function inBatches(ids: string[], change: (batch: string[], isFirst: boolean) => Promise<number>) {
  let changed = 0
  for (let from = 0; from < ids.length; from += batchSize) {
    changed += await change(ids.slice(from, from + batchSize), from === 0)
    await new Promise(setImmediate)
  }
  return changed
}

/** The clinic resolved a failed email by other means, such as a call. Returns false when there is none to resolve. */
export const handleFailedEmail = async (
  deps: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { id, now }: { id: string; now: number },
) => (await handleFailedEmails(deps, actor, { ids: [id], handled: true, now })).length > 0

/** Takes `handleFailedEmail` back. Repeating it succeeds; returns false when the email is not failed any more. */
export async function reopenFailedEmail(
  deps: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { id, now }: { id: string; now: number },
) {
  const changed = await handleFailedEmails(deps, actor, { ids: [id], handled: false, now })
  const isFailed = deps.database.db.selectFrom('emails').select('id').where('id', '=', id).where('state', '=', 'failed')
  return changed.length > 0 || (await isFailed.executeTakeFirst()) !== undefined
}
