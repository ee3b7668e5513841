import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { parseEmailIds } from './email-kinds.server.ts'
import { toRow, updateWaiting } from './emails.server.ts'

// The emails of a newsletter, one for each recipient. Only `domain/newsletter` calls these.

/** Adds an email for each recipient who has none yet, without jobs. Returns how many it added. */
export async function addCampaignEmails(
  { tx, mailDomain }: { tx: Tx; mailDomain: string },
  campaignId: string,
  recipients: { subscriberId: string; email: string }[],
) {
  if (recipients.length === 0) return 0
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('emails')
    .values(
      recipients.map(({ subscriberId, email }) => ({
        ...toRow({ kind: 'newsletter', ids: { campaignId, subscriberId }, recipient: email }, mailDomain),
        campaignId,
        subscriberId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Enqueues the next waiting emails in the order of their ids. Returns the last id, if there was any. */
export async function enqueueCampaignEmails(
  { tx, queue }: { tx: Tx; queue: Queue },
  campaignId: string,
  { after, most }: { after: string; most: number },
) {
  const emails = await tx
    .selectFrom('emails')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'waiting')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  if (emails.length > 0)
    await queue.requeueAll(
      tx,
      'send-newsletter-email',
      emails.map(({ id }) => ({ id, payload: { emailId: id } })),
    )
  return emails.at(-1)?.id
}

/** Enough due jobs to keep the mail server busy for a while. */
const enoughJobs = 500

export const hasEnoughJobs = ({ tx, queue }: { tx: Tx; queue: Queue }) =>
  queue.hasDue(tx, 'send-newsletter-email', enoughJobs)

/** Makes emails that failed until then wait again, with all their tries. Returns how many. */
export async function retryFailedCampaignEmails(
  tx: Tx,
  campaignId: string,
  { failedUntil, most }: { failedUntil: number; most: number },
) {
  const failed = tx
    .selectFrom('emails')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'failed')
    .where('triedAt', '<=', failedUntil)
    .limit(most)
  const { numUpdatedRows } = await tx
    .updateTable('emails')
    .set({ state: 'waiting', tries: 0, retried: 1, reason: null, lastError: null, trouble: null })
    .where('id', 'in', failed)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of a newsletter, and what a mail server said to it. */
type Refused = { id: string; campaignId: string; subscriberId: string; said: string }

const refusedColumns = ['id', 'campaignId', 'ids', 'reason', 'lastError'] as const
type RefusedRow = Pick<Selectable<Tables['emails']>, (typeof refusedColumns)[number]>

/** None: it failed without an answer. */
const toRefused = ({ id, ids, reason, campaignId, lastError }: RefusedRow): Refused[] =>
  campaignId && /^(?:smtp|relay) \d/.test(reason ?? '')
    ? [{ ...parseEmailIds('newsletter', { ids: JSON.parse(ids) }), id, said: lastError ?? '' }]
    : []

/** A waiting email of a newsletter whose last try was answered. */
export async function findRefusal(tx: Tx, id: string): Promise<Refused | undefined> {
  const waiting = tx.selectFrom('emails').select(refusedColumns).where('id', '=', id).where('state', '=', 'waiting')
  return (await waiting.execute()).flatMap(toRefused)[0]
}

const mostRefused = 5_000

/** Those that failed with an answer, the newest first. */
export async function listRefused(tx: Tx, campaignId: string): Promise<Refused[]> {
  const failed = await tx
    .selectFrom('emails')
    .select(refusedColumns)
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'failed')
    .orderBy('triedAt', 'desc')
    .limit(mostRefused)
    .execute()
  return failed.flatMap(toRefused)
}

/** They wait, with all their tries again. */
export const takeBack = (tx: Tx, ids: readonly string[]) =>
  tx.updateTable('emails').set({ state: 'waiting', tries: 0 }).where('id', 'in', ids).execute()

/** What the mail server said last to an email of a newsletter that waits. */
export async function findLastRefusal(db: Db, campaignId: string) {
  const email = await db
    .selectFrom('emails')
    .select('lastError')
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'waiting')
    .where('lastError', 'is not', null)
    .orderBy('triedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return email?.lastError ?? undefined
}

/** Returns false when the email did not wait any more. */
export async function deleteWaitingCampaignEmail(tx: Tx, id: string) {
  const deleted = await tx
    .deleteFrom('emails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The email now waits for its newsletter to be resumed instead. */
export const stopWaitingForServer = (tx: Tx, id: string) => updateWaiting(tx, id, { trouble: null })

export type FailedCampaignEmail = Awaited<ReturnType<typeof listFailedCampaignEmails>>[number]

/** By address. `detail` is what the mail server said. */
export const listFailedCampaignEmails = (db: Db, campaignId: string, most: number) =>
  db
    .selectFrom('emails')
    .select(['recipient as email', 'uncertain', 'reason', 'lastError as detail'])
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'failed')
    .orderBy('recipient')
    .limit(most)
    .execute()

/** Deletes at most `most` emails of a newsletter. Returns how many. */
export async function deleteCampaignEmails(tx: Tx, campaignId: string, most: number) {
  const some = tx.selectFrom('emails').select('id').where('campaignId', '=', campaignId).limit(most)
  return (await tx.deleteFrom('emails').where('id', 'in', some).returning('id').execute()).length
}

type Person = { email: string; subscriberId?: string | undefined }

/** How many newsletters were sent to a person or will be. */
export async function countCampaignEmailsTo(db: Db, person: Person) {
  return (await findIds(db, person)).length
}

/** The rows stay, since the newsletter's counts include them. */
export async function anonymizeCampaignEmailsTo(tx: Tx, person: Person) {
  const ids = await findIds(tx, person)
  if (ids.length > 0)
    await tx.updateTable('emails').set({ recipient: '', lastError: null }).where('id', 'in', ids).execute()
}

async function findIds(db: Db, { email, subscriberId }: Person) {
  const emails = db.selectFrom('emails').select('id').where('campaignId', 'is not', null)
  const found = await emails.where('recipient', '=', email).execute()
  if (subscriberId) found.push(...(await emails.where('subscriberId', '=', subscriberId).execute()))
  return [...new Set(found.map(({ id }) => id))]
}
