import { randomUUIDv7 } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { sanitizeText } from '#app/domain/shared/sanitize-text.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { emailKind, type EmailIds, type EmailKind } from './email-kinds.server.ts'
import { allowEmail, type Limited, type LimitedKind } from './email-limits.server.ts'

/** An email that waits to be sent. */
export type Email = NonNullable<Awaited<ReturnType<typeof findWaitingEmail>>>

type Deps = { tx: Tx; queue: Queue; mailDomain: string }

type NewEmail<Kind extends EmailKind> = {
  kind: Kind
  ids: EmailIds[Kind]
  recipient: string
  /** Not before. */
  sendAt?: number | undefined
} & (Kind extends LimitedKind ? Limited : unknown)

/**
 * Accepts an email: it is committed with what caused it, and sent as soon as the mail server works. Its Message-ID is
 * fixed here, so that a repeated try is recognized as the same email (RFC 5322, 3.6.4). Returns its id, or undefined when a
 * limit is reached.
 */
export async function sendEmail<Kind extends EmailKind>({ tx, queue, mailDomain }: Deps, email: NewEmail<Kind>) {
  if (!(await allowEmail(tx, email, Date.now()))) return
  const row = toRow(email, mailDomain)
  await tx.insertInto('emails').values(row).execute()
  await queue.enqueue(tx, 'send-email', { emailId: row.id }, { id: row.id, runAt: email.sendAt })
  return row.id
}

/** Accepts several emails in two statements. */
export async function sendEmails(
  { tx, queue, mailDomain }: Deps,
  all: { [Kind in EmailKind]: NewEmail<Kind> }[EmailKind][],
) {
  const emails: typeof all = []
  for (const email of all) if (await allowEmail(tx, email, Date.now())) emails.push(email)
  if (emails.length === 0) return
  const rows = emails.map((email) => toRow(email, mailDomain))
  await tx.insertInto('emails').values(rows).execute()
  await queue.enqueueAll(
    tx,
    'send-email',
    rows.map(({ id }, index) => ({ payload: { emailId: id }, id, runAt: emails[index]?.sendAt })),
  )
}

export function toRow<Kind extends EmailKind>(
  { kind, ids, recipient }: { kind: Kind; ids: EmailIds[Kind]; recipient: string },
  mailDomain: string,
) {
  // Ordered by time, so that emails of one moment share pages of the database's indexes.
  const id = randomUUIDv7()
  return {
    id,
    kind,
    ids: JSON.stringify(ids),
    recipient,
    messageId: `<${id}@${mailDomain}>`,
    state: 'waiting' as const,
    createdAt: Date.now(),
  }
}

/** Whether an email of this kind about a record was accepted for an address and has not failed. */
export async function isEmailed(
  db: Db,
  { kind, about, recipient, since = 0 }: { kind: EmailKind; about: string; recipient: string; since?: number },
) {
  const email = await db
    .selectFrom('emails')
    .select('id')
    .where('recipient', '=', recipient)
    .where('createdAt', '>', since)
    .where('kind', '=', kind)
    .where('ids', 'like', `%"${about}"%`)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  return email !== undefined
}

/** Whether any email but a newsletter ever left the site. */
export const hasSentEmail = async ({ db }: Pick<Database, 'db'>) =>
  (await db
    .selectFrom('emails')
    .select('id')
    .where('state', '=', 'sent')
    .where('campaignId', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function findWaitingEmail({ db }: Pick<Database, 'db'>, id: string) {
  const row = await db
    .selectFrom('emails')
    .select(['id', 'kind', 'ids', 'recipient', 'messageId', 'createdAt', 'trouble'])
    .select(['tries', 'triedAt', 'uncertain', 'retried'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return undefined
  const { trouble, ...email } = row
  return {
    ...email,
    kind: emailKind.parse(row.kind),
    ids: JSON.parse(row.ids) as unknown,
    /** The last try failed because of the whole mail server. */
    waitsForServer: trouble === 'server',
    triedAt: row.triedAt ?? undefined,
    /** The answer to an earlier try never arrived. */
    uncertain: row.uncertain === 1,
    /** The clinic had it sent again. */
    retried: row.retried === 1,
  }
}

type EmailChanges = Updateable<Tables['emails']>

/** What a try changes of an email, besides its result. `recipient`: the address that was used, which may be newer. */
type TryDetails = Pick<EmailChanges, 'recipient' | 'subject' | 'tries' | 'uncertain'>

/** `raw`: the bytes as sent, to be stored. */
export const recordSent = (
  tx: Tx,
  id: string,
  { now, ...changes }: TryDetails & { state: 'sent' | 'kept'; raw?: Uint8Array | undefined; now: number },
) => updateWaiting(tx, id, { ...changes, sentAt: now, triedAt: now, lastError: null, reason: null, trouble: null })

/** `reason` is safe to log; `detail` is what the mail server said, which is stored with the email. */
export const recordFailedTry = (
  tx: Tx,
  id: string,
  {
    scope,
    reason = null,
    detail,
    ...changes
  }: TryDetails & { scope: EmailChanges['trouble']; reason?: string | null; detail: string },
) => updateWaiting(tx, id, { ...changes, lastError: sanitizeText(detail), reason, trouble: scope, triedAt: Date.now() })

/** The last try failed; the email can be retried by hand. */
export const recordFailure = (tx: Tx, id: string, now = Date.now()) =>
  updateWaiting(tx, id, { state: 'failed', trouble: null, triedAt: now })

/** Returns undefined when the email did not wait any more. */
export const updateWaiting = (tx: Tx, id: string, changes: EmailChanges) =>
  tx
    .updateTable('emails')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('campaignId')
    .executeTakeFirst()

/** Renews `createdAt` of waiting emails, so that a job that just found them unwanted does not discard them. */
export async function renewWaitingEmails(
  tx: Tx,
  { kind, about, recipient }: { kind: EmailKind; about: string; recipient: string },
  now: number,
) {
  await tx
    .updateTable('emails')
    .set({ createdAt: sql<number>`case when created_at < ${now} then ${now} else created_at + 1 end` })
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('ids', 'like', `%"${about}"%`)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes an email that is no longer wanted. Returns false when it was asked for again since it was read. */
export async function discardEmail(database: Database, { id, createdAt }: Pick<Email, 'id' | 'createdAt'>) {
  await database.db
    .deleteFrom('emails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('createdAt', '=', createdAt)
    .execute()
  return (await findWaitingEmail(database, id)) === undefined
}

/** Deletes emails that did not reach a wrong address: sent later, they would give the link to another person. */
export async function deleteUnsentEmails(tx: Tx, appointmentId: string) {
  await tx
    .deleteFrom('emails')
    .where('kind', '=', 'appointment' satisfies EmailKind)
    .where('state', 'in', ['waiting', 'failed'])
    .where('ids', 'like', `%"${appointmentId}"%`)
    .execute()
}

/** Sends emails that did not reach a wrong address to the right one, rendered again. Returns how many. */
export async function resendUnsentTo(
  { tx, queue }: Pick<Deps, 'tx' | 'queue'>,
  about: { appointmentId: string } | { orderId: string },
  recipient: string,
) {
  const [id] = Object.values(about)
  const emails = await tx
    .updateTable('emails')
    .set({ recipient, state: 'waiting', trouble: null, lastError: null, handledAt: null })
    .where('kind', 'in', 'appointmentId' in about ? (['appointment'] as const) : toBuyer)
    .where('state', 'in', ['waiting', 'failed'])
    .where('ids', 'like', `%"${id}"%`)
    .returning('id')
    .execute()
  for (const email of emails) await queue.ensure(tx, 'send-email', { emailId: email.id }, { id: email.id })
  return emails.length
}

const toBuyer = [
  'order-confirmation',
  'order-confirmed',
  'order-ready',
  'order-cancelled',
  'order-paid',
  'order-unpaid',
  'payment-refunded',
] as const satisfies EmailKind[]

/** Deletes an email about an act that was undone, unless a worker has begun to send it. Returns whether it did. */
export async function deleteUnsent({ tx, queue }: Pick<Deps, 'tx' | 'queue'>, kind: EmailKind, ids: string[]) {
  const emails = tx
    .selectFrom('emails')
    .select('id')
    .where('kind', '=', kind)
    .where((eb) => eb.and(ids.map((id) => eb('ids', 'like', `%"${id}"%`))))
  const unsent = await queue.cancel(tx, emails)
  await tx.deleteFrom('emails').where('id', 'in', unsent).execute()
  return unsent.length > 0
}

/** At most some hundred recipients. */
export async function eraseEmailsTo(tx: Tx, recipients: string[], kinds: EmailKind[]) {
  if (recipients.length === 0) return
  await tx.deleteFrom('emails').where('kind', 'in', kinds).where('recipient', 'in', recipients).execute()
}
