import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { listReplies } from './replies.server.ts'

/** The messages from a person's addresses with their name; another name may be another person. */
export async function findSubjectsMessages(db: Db, { emails, isNamed }: DataSubject) {
  const rows = await db.selectFrom('messages').selectAll().where('email', 'in', emails).orderBy('sentAt').execute()
  return rows.filter(({ name }) => isNamed(name))
}

export async function exportMessages({ db }: { db: Db }, subject: DataSubject): Promise<Exported> {
  const messages = await findSubjectsMessages(db, subject)
  const items: ExportItem[] = []
  for (const { id, name, email, text, sentAt, handledAt } of messages)
    items.push({
      sentAt: toInstant(sentAt),
      name,
      email,
      text,
      handledAt: handledAt === null ? undefined : toInstant(handledAt),
      replies: (await listReplies({ db }, id)).map((reply) => ({ sentAt: toInstant(reply.sentAt), text: reply.text })),
    })
  return { items, ids: messages.map(({ id }) => id) }
}
