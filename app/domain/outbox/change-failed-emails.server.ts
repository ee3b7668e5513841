import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault }

/** Several emails at once. Each function returns the ids of those that it changed. */
type Chosen = { ids: string[]; now: number }

/** Marks failed emails as resolved by other means, such as a call, or takes that back. */
export const handleFailedEmails = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { ids, handled, now }: Chosen & { handled: boolean },
) =>
  database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('emails')
      .set({ handledAt: handled ? now : null })
      .where('id', 'in', ids)
      .where('state', '=', 'failed')
      .where('campaignId', 'is', null)
      .where('handledAt', handled ? 'is' : 'is not', null)
      .returning('id')
      .execute()
    const act = handled ? 'letter.handled' : 'letter.reopened'
    for (const { id } of changed) await recordAct({ tx, vault }, actor, { act, record: `letter:${id}` })
    return changed.map(({ id }) => id)
  })

/** Sends failed emails again, as soon as it can no longer be undone. */
export const retryEmails = ({ database, queue, vault }: Deps, actor: Actor, { ids, now }: Chosen) =>
  database.transaction(async (tx) => {
    const retried = await requeue(tx, queue, { ids, sendAt: now + undoOfferMs })
    for (const id of retried) await recordAct({ tx, vault }, actor, { act: 'letter.retried', record: `letter:${id}` })
    return retried
  })

/** Takes `retryEmails` back for emails that no worker has begun to send. `handled`: they were marked as resolved. */
export const undoRetries = (
  { database, queue, vault }: Deps,
  actor: Actor,
  { ids, handled, now }: Chosen & { handled: boolean },
) =>
  database.transaction(async (tx) => {
    const unsent = await dequeue(tx, queue, { ids, handledAt: handled ? now : null })
    for (const id of unsent)
      await recordAct({ tx, vault }, actor, { act: 'letter.retried', record: `letter:${id}`, detail: 'undone' })
    return unsent
  })

/** The last error stays, in case it is undone. */
export async function requeue(tx: Tx, queue: Queue, { ids, sendAt }: { ids: string[]; sendAt?: number }) {
  const emails = await tx
    .updateTable('emails')
    .set({ state: 'waiting', trouble: null, triedAt: null, handledAt: null })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .where('campaignId', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of emails) await queue.ensure(tx, 'send-email', { emailId: id }, { id, runAt: sendAt })
  return emails.map(({ id }) => id)
}

/** Takes `requeue` back for emails that no worker has begun to send. `sendAt`: only if they were to be sent then. */
export async function dequeue(
  tx: Tx,
  queue: Queue,
  { ids, handledAt, sendAt }: { ids: string[]; handledAt: number | null; sendAt?: number },
) {
  const retried = selectRetried(tx).where('id', 'in', ids)
  const unsent = await queue.cancel(tx, retried, { runAt: sendAt })
  if (unsent.length > 0)
    await tx.updateTable('emails').set({ state: 'failed', handledAt }).where('id', 'in', unsent).execute()
  return unsent
}

/** Not emails that never failed. */
export const selectRetried = (db: Db) =>
  db
    .selectFrom('emails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('campaignId', 'is', null)
    .where('lastError', 'is not', null)
