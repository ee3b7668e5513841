import { randomUUIDv7 } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { rulesFor } from './delivery-rules.ts'

// The emails of a newsletter, one for each recipient. Only `domain/newsletter` calls these.

type Recipient = { subscriberId: string; email: string }

/** Adds an email for each recipient who has none yet, without jobs; answers how many were added. */
export async function addCampaignEmails(
  { tx, mailDomain }: { tx: Tx; mailDomain: string },
  campaignId: string,
  recipients: Recipient[],
) {
  if (recipients.length === 0) return 0
  const now = Date.now()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('emails')
    .values(
      recipients.map(({ subscriberId, email }) => {
        const id = randomUUIDv7()
        return {
          id,
          kind: 'newsletter',
          ids: JSON.stringify({ campaignId, subscriberId }),
          recipient: email,
          messageId: `<${id}@${mailDomain}>`,
          state: 'waiting' as const,
          createdAt: now,
          campaignId,
          subscriberId,
        }
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Gives the next waiting emails their jobs, in the order of ids; answers the last of them, if there were any. */
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
    await queue.enqueueAll(
      tx,
      'send-newsletter-email',
      emails.map(({ id }) => ({ id, payload: { emailId: id } })),
    )
  return emails.at(-1)?.id
}

/** Whether the jobs that are due keep the mail server busy for a while. */
export const hasEnoughJobs = ({ tx, queue }: { tx: Tx; queue: Queue }) =>
  queue.hasDue(tx, rulesFor('newsletter').job, enoughJobs)
const enoughJobs = 500

/** Lets emails that failed until then wait again, with all their tries; answers how many. */
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

/** Deletes an email that still waits; false when it was gone already. */
export async function dropCampaignEmail(tx: Tx, id: string) {
  const deleted = await tx
    .deleteFrom('emails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Without a job it waits for its newsletter to be resumed, and no more for the mail server. */
export const clearTrouble = (tx: Tx, id: string) =>
  tx.updateTable('emails').set({ trouble: null }).where('id', '=', id).where('state', '=', 'waiting').execute()

export type FailedCampaignEmail = Awaited<ReturnType<typeof failedCampaignEmails>>[number]

/** Who did not get it and why, by address. `detail` is what the mail server said. */
export async function failedCampaignEmails(db: Db, campaignId: string, most: number) {
  const rows = await db
    .selectFrom('emails')
    .select(['recipient as email', 'uncertain', 'reason', 'lastError as detail'])
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'failed')
    .orderBy('recipient')
    .limit(most)
    .execute()
  return rows.map(({ email, uncertain, reason, detail }) => ({
    email,
    uncertain: uncertain === 1,
    reason: reason ?? '',
    detail: detail ?? '',
  }))
}

/** Deletes at most so many emails of a newsletter that ended; answers how many. */
export async function deleteCampaignEmails(tx: Tx, campaignId: string, most: number) {
  const some = tx.selectFrom('emails').select('id').where('campaignId', '=', campaignId).limit(most)
  return (await tx.deleteFrom('emails').where('id', 'in', some).returning('id').execute()).length
}

type Person = { email: string; subscriberId?: string | undefined }

/** How many emails of newsletters were sent to a person, or are to be. */
export async function countCampaignEmailsTo(db: Db, person: Person) {
  return (await findIds(db, person)).length
}

/** The rows stay, since the newsletter's counts are about them; they name nobody any more. */
export async function anonymizeCampaignEmailsTo(tx: Tx, person: Person) {
  const ids = await findIds(tx, person)
  if (ids.length > 0)
    await tx.updateTable('emails').set({ recipient: '', lastError: null }).where('id', 'in', ids).execute()
}

async function findIds(db: Db, { email, subscriberId }: Person) {
  const emails = db.selectFrom('emails').select('id').where('campaignId', 'is not', null)
  const found = [
    await emails.where('recipient', '=', email).execute(),
    ...(subscriberId ? [await emails.where('subscriberId', '=', subscriberId).execute()] : []),
  ]
  return [...new Set(found.flat().map(({ id }) => id))]
}
