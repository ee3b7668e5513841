import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { toBatches } from './erase-emails.server.ts'
import { emailKind } from './email-kinds.server.ts'
import { readMessage } from './read-message.ts'
import { secretKinds } from './stored-email.server.ts'

/**
 * The emails about these records, and newsletters to the person's own addresses. What was sent to an address that others
 * share is only here if it is about the person. Emails whose link is as good as a password have no text.
 */
export async function exportEmails(
  { db }: { db: Db },
  { addresses, emails }: DataSubject,
  recordIds: readonly string[],
): Promise<Exported> {
  const columns = ['id', 'kind', 'recipient', 'subject', 'state', 'raw', 'createdAt', 'sentAt'] as const
  const found = await db
    .selectFrom('emails')
    .select(columns)
    .where('recipient', 'in', addresses)
    .where('kind', '<>', 'appointment-links')
    .execute()
  for (const ids of toBatches([...recordIds]))
    found.push(
      ...(await db
        .selectFrom('emails')
        .select(columns)
        .where('campaignId', 'is', null)
        .where((email) => email.or(ids.map((id) => email('ids', 'like', `%"${id}"%`))))
        .execute()),
    )
  const rows = [...new Map(found.map((row) => [row.id, row])).values()].toSorted((a, b) => b.createdAt - a.createdAt)
  const items: ExportItem[] = []
  for (const { kind, recipient, subject, state, raw, createdAt, sentAt } of rows) {
    const isTheirs = emails.includes(recipient) || addresses.includes(recipient)
    const isOpen = isTheirs && !secretKinds.has(emailKind.parse(kind))
    items.push({
      kind,
      to: recipient,
      subject: subject ?? undefined,
      status: state,
      acceptedAt: toInstant(createdAt),
      sentAt: sentAt === null ? undefined : toInstant(sentAt),
      text: isOpen && raw ? await toText(raw) : undefined,
    })
  }
  return { items }
}

/** A relay's JSON begins with a brace, and is what was sent. */
const toText = async (raw: Uint8Array) =>
  raw[0] === '{'.charCodeAt(0) ? Buffer.from(raw).toString() : (await readMessage(raw)).text
