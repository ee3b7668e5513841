import type { Database } from '#app/database/connection.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { emailKind, type EmailKind } from './email-kinds.server.ts'
import { type ReadMessage, readMessage } from './read-message.ts'

export type StoredEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>

export async function findEmail({ db }: Pick<Database, 'db'>, id: string) {
  const row = await db
    .selectFrom('emails')
    .select(['id', 'kind', 'ids', 'recipient', 'state', 'trouble', 'lastError', 'raw'])
    .select(['createdAt', 'sentAt', 'handledAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { trouble, raw, ...email } = withoutNulls(row)
  return {
    ...email,
    kind: emailKind.parse(email.kind),
    ids: JSON.parse(email.ids) as unknown,
    /** The last try failed; there will be more. */
    isRetrying: trouble !== undefined,
    /** What was sent: a message, or a relay's JSON. Undefined before, and after EMAIL_BODY_RETENTION_DAYS. */
    asSent: raw && (await parseSent(raw)),
  }
}

/** The link to an appointment answers and erases for the patient, so it is not for who may not read what they answered. */
export const withoutPatientLinks = (text: string) =>
  text.replaceAll(/(?<!\/admin)\/appointments\/(?:[a-z]+\/)?[\w.~-]{20,}/g, '/appointments/…')

/** Emails whose link is as good as a password. */
export const secretKinds: ReadonlySet<EmailKind> = new Set([
  'password-reset',
  'account-confirm',
  'appointment-address',
  'data-code',
  'staff-invitation',
  // As good as money.
  'gift-card-paid',
  'gift-card',
  'gift-card-refunded',
])

/** Of those, the ones that open somebody's account: whoever passes them on could use them. */
const accountKinds: ReadonlySet<EmailKind> = new Set(['password-reset', 'account-confirm', 'staff-invitation'])

/**
 * Whether the dashboard hides the email, so that an unattended dashboard, or a role with fewer rights, gives no access to
 * accounts. While no email is sent, owner and managers may read them, since only the clinic can pass them on; those that
 * open an account, the owner alone.
 */
export const isForRecipientOnly = (
  { kind, recipient }: Pick<StoredEmail, 'kind' | 'recipient'>,
  { emailsLeave, adminEmail, isOwner, mayPassOn }: MailReader,
) =>
  secretKinds.has(kind) && (emailsLeave || recipient === adminEmail || !(accountKinds.has(kind) ? isOwner : mayPassOn))

type MailReader = { emailsLeave: boolean; adminEmail: string; isOwner: boolean; mayPassOn: boolean }

/** A relay's JSON begins with a brace, which no message does. */
const parseSent = async (raw: Uint8Array): Promise<{ message: ReadMessage } | { given: string }> =>
  raw[0] === '{'.charCodeAt(0) ? { given: Buffer.from(raw).toString() } : { message: await readMessage(raw) }
