import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { emailKind, type EmailKind } from './email-kinds.ts'
import { type ReadMessage, readMessage } from './read-message.ts'

/** An email with what became of it. */
export type KeptEmail = {
  id: string
  kind: EmailKind
  /** From which it is rendered; see `idsOf`. */
  ids: unknown
  recipient: string
  state: Tables['emails']['state']
  /** Whether the last try failed, while it waits. */
  inTrouble: boolean
  lastError?: string
  createdAt: number
  sentAt?: number
  handledAt?: number
  /** As it was sent: the message, or what a relay was given; nothing before, and nothing once that is long past. */
  asSent?: { message: ReadMessage } | { given: string }
}

export async function findEmail({ db }: Pick<Database, 'db'>, id: string): Promise<KeptEmail | undefined> {
  const row = await db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    kind: emailKind.parse(row.kind),
    ids: JSON.parse(row.ids),
    recipient: row.recipient,
    state: row.state,
    inTrouble: row.trouble !== null,
    lastError: row.lastError ?? undefined,
    createdAt: row.createdAt,
    sentAt: row.sentAt ?? undefined,
    handledAt: row.handledAt ?? undefined,
    ...(row.raw && { asSent: await asSent(row.raw) }),
  }
}

/** Emails whose link is as good as a password. */
const secretKinds: ReadonlySet<EmailKind> = new Set(['password-reset', 'account-confirm', 'appointment-address'])

/**
 * Whether only its recipient may read it: whoever finds the dashboard open must not get an account with it, least of all
 * the admin's. While emails stay in the house, the clinic alone can tell others what theirs say.
 */
export const isForRecipientOnly = (
  { kind, recipient }: Pick<KeptEmail, 'kind' | 'recipient'>,
  { emailsLeave, adminEmail }: { emailsLeave: boolean; adminEmail: string },
) => secretKinds.has(kind) && (emailsLeave || recipient === adminEmail)

/** What a relay is given is JSON, and no message begins with a brace. */
const asSent = async (raw: Uint8Array) =>
  raw[0] === '{'.charCodeAt(0) ? { given: Buffer.from(raw).toString() } : { message: await readMessage(raw) }
