import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { sanitizeText } from '#app/domain/shared/sanitize-text.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { emailKind, type EmailIds, type EmailKind } from './email-kinds.ts'
import { allowEmail, type Limited, type LimitedKind } from './email-limits.server.ts'

export type Email = {
  id: string
  kind: EmailKind
  ids: unknown
  recipient: string
  messageId: string
  /** When it was asked for, epoch milliseconds. */
  createdAt: number
  /** Whether its last try failed because of the mail server as a whole. */
  inServerTrouble: boolean
  /** Failed tries that count, and when the last one was; epoch milliseconds. */
  tries: number
  triedAt: number | undefined
  /** Whether the answer to an earlier try never reached us. */
  uncertain: boolean
  /** Whether the clinic had it sent once more. */
  retried: boolean
}

type Deps = { tx: Tx; queue: Queue; mailDomain: string }

type NewEmail<Kind extends EmailKind> = {
  kind: Kind
  ids: EmailIds[Kind]
  recipient: string
  /** Not before, epoch milliseconds; only for several at once. */
  sendAt?: number | undefined
} & (Kind extends LimitedKind ? Limited : unknown)

/**
 * Accepts an email: it is committed with what caused it, and sent as soon as mail works.
 * Its Message-ID is fixed here, so a repeated try is recognised as the same email (RFC 5322, 3.6.4). Of those that
 * anybody can cause only so many go to one address.
 */
export async function sendEmail<Kind extends EmailKind>({ tx, queue, mailDomain }: Deps, email: NewEmail<Kind>) {
  if (!(await allowEmail(tx, email, Date.now()))) return
  const row = rowOf(email, mailDomain)
  await tx.insertInto('emails').values(row).execute()
  await queue.enqueue(tx, 'send-email', { emailId: row.id }, { id: row.id })
}

/** The same for several emails, in two statements for all of them. */
export async function sendEmails(
  { tx, queue, mailDomain }: Deps,
  all: { [Kind in EmailKind]: NewEmail<Kind> }[EmailKind][],
) {
  const emails: typeof all = []
  for (const email of all) if (await allowEmail(tx, email, Date.now())) emails.push(email)
  if (emails.length === 0) return
  const rows = emails.map((email) => rowOf(email, mailDomain))
  await tx.insertInto('emails').values(rows).execute()
  await queue.enqueueAll(
    tx,
    'send-email',
    rows.map(({ id }, index) => ({ payload: { emailId: id }, id, runAt: emails[index]?.sendAt })),
  )
}

function rowOf<Kind extends EmailKind>({ kind, ids, recipient }: NewEmail<Kind>, mailDomain: string) {
  // In the order of time, so that emails of one moment share pages of the database's indexes.
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

/** Whether an email of this kind about a record was accepted for an address and did not fail. */
export async function isMailed(
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

/** The email, as long as it still waits to be sent. */
export async function findWaitingEmail({ db }: Pick<Database, 'db'>, id: string): Promise<Email | undefined> {
  const row = await db
    .selectFrom('emails')
    .select(['id', 'kind', 'ids', 'recipient', 'messageId', 'createdAt', 'trouble'])
    .select(['tries', 'triedAt', 'uncertain', 'retried'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    kind: emailKind.parse(row.kind),
    ids: JSON.parse(row.ids),
    recipient: row.recipient,
    messageId: row.messageId,
    createdAt: row.createdAt,
    inServerTrouble: row.trouble === 'server',
    tries: row.tries,
    triedAt: row.triedAt ?? undefined,
    uncertain: row.uncertain === 1,
    retried: row.retried === 1,
  }
}

/** What a try changes of an email, besides its result. */
type TryDetails = {
  /** The address that it went to, where that is newer than the one it was accepted for. */
  to?: string
  /** By which it is found in the dashboard. */
  subject?: string | undefined
  tries?: number
  uncertain?: boolean
}

/**
 * `kept`: the transport is the outbox itself, so nothing left the house. `raw`: the bytes as sent, to be stored. Answers
 * false when it did not wait any more.
 */
export async function recordSent(
  tx: Tx,
  id: string,
  { state, raw, now, ...details }: TryDetails & { state: 'sent' | 'kept'; raw?: Uint8Array | undefined; now: number },
) {
  const { numUpdatedRows } = await tx
    .updateTable('emails')
    .set({
      ...changesOf(details),
      state,
      ...(raw && { raw }),
      sentAt: now,
      triedAt: now,
      lastError: null,
      reason: null,
      trouble: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * A try that failed, and whose trouble it was. `reason` is safe to log; `detail` is what the mail server said, which stays
 * with the email.
 */
export async function recordFailedTry(
  tx: Tx,
  id: string,
  failed: TryDetails & { trouble: 'server' | 'email' | null; reason?: string; detail: string },
) {
  const { trouble, reason, detail, ...details } = failed
  await tx
    .updateTable('emails')
    .set({
      ...changesOf(details),
      lastError: sanitizeText(detail),
      reason: reason ?? null,
      trouble,
      triedAt: Date.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

const changesOf = ({ to, subject, tries, uncertain }: TryDetails) => ({
  ...(to !== undefined && { recipient: to }),
  ...(subject !== undefined && { subject }),
  ...(tries !== undefined && { tries }),
  ...(uncertain !== undefined && { uncertain: uncertain ? 1 : 0 }),
})

/** Nothing tries again by itself; the email can be retried by hand. Answers it unless it did not wait any more. */
export const recordFailure = (tx: Tx, id: string, now = Date.now()) =>
  tx
    .updateTable('emails')
    .set({ state: 'failed', trouble: null, triedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('campaignId')
    .executeTakeFirst()

/** Of emails that still wait, that they are asked for now: a job that found them unwanted just before keeps them. */
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

/**
 * What it is about no longer exists or no longer wants it, so there is nothing to send. False: it was asked for again
 * since it was read, and waits as before.
 */
export async function dropEmail(database: Database, { id, createdAt }: Pick<Email, 'id' | 'createdAt'>) {
  await database.db
    .deleteFrom('emails')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('createdAt', '=', createdAt)
    .execute()
  return (await findWaitingEmail(database, id)) === undefined
}

/** What did not reach a patient whose address was wrong: sent now, it would bring the link to somebody else. */
export async function dropUnsentAbout(tx: Tx, appointmentId: string) {
  await tx
    .deleteFrom('emails')
    .where('kind', '=', 'appointment' satisfies EmailKind)
    .where('state', 'in', ['waiting', 'failed'])
    .where('ids', 'like', `%"${appointmentId}"%`)
    .execute()
}

/**
 * What did not reach a wrong address goes to the right one, about an appointment or an order: with all its tries, and
 * written anew. Answers how many there were.
 */
export async function sendUnsentTo(
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
] as const satisfies EmailKind[]

/** The email about a cancellation that was undone before it went. */
export async function dropCancellationUnsent(tx: Tx, appointmentId: string) {
  await tx
    .deleteFrom('emails')
    .where('kind', '=', 'appointment' satisfies EmailKind)
    .where('state', '=', 'waiting')
    .where('ids', 'like', `%"${appointmentId}"%`)
    .where('ids', 'like', '%"cancelled"%')
    .execute()
}

/** Those with links to all appointments of an address. */
export const eraseLinkEmails = (tx: Tx, recipient: string) => eraseEmailsTo(tx, [recipient], ['appointment-links'])

/** Those that asked addresses to confirm a newsletter; at most some hundred addresses. */
export const eraseOptInEmails = (tx: Tx, recipients: string[]) => eraseEmailsTo(tx, recipients, ['newsletter-opt-in'])

/** Those about an account of which nobody proved that it is theirs. */
export const eraseSignUpEmails = (tx: Tx, recipient: string) =>
  eraseEmailsTo(tx, [recipient], ['account-confirm', 'account-known', 'password-reset', 'password-changed'])

async function eraseEmailsTo(tx: Tx, recipients: string[], kinds: EmailKind[]) {
  if (recipients.length === 0) return
  await tx.deleteFrom('emails').where('kind', 'in', kinds).where('recipient', 'in', recipients).execute()
}
