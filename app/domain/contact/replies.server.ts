import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { findMessageIds } from '#app/domain/outbox/email-states.server.ts'
import { deleteUnsent, sendEmail } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault; mailDomain: string; emailsLeave: boolean }

/** `seen`: the newest reply that its writer knew of, if any. */
type NewReply = { id: string; messageId: string; text: string; seen: string }

type ReplySent =
  /** `closed`: the message waited, and now counts as answered. */
  | { ok: true; closed: boolean }
  | { ok: false; reason: 'no-message' }
  /** Somebody else answered meanwhile. `newest`: the id of their reply. */
  | { ok: false; reason: 'answered'; newest: string }

/**
 * Sends a reply to a message as soon as it can no longer be undone. While emails don't leave the site it is only stored,
 * and the message still waits for an answer.
 */
export const sendReply = (
  deps: Deps,
  actor: Actor,
  { reply, now }: { reply: NewReply; now: number },
): Promise<ReplySent> =>
  deps.database.transaction(async (tx): Promise<ReplySent> => {
    const { id, messageId, text, seen } = reply
    await deps.database.takeAdvisoryLock(tx, `replies to ${messageId}`)
    const message = await findMessageToReply(tx, messageId)
    if (!message) return { ok: false, reason: 'no-message' }
    const earlier = await listReplies({ db: tx }, messageId)
    if (earlier.some((one) => one.id === id)) return { ok: true, closed: false }
    const newest = earlier.at(-1)?.id
    if (newest !== undefined && newest !== seen) return { ok: false, reason: 'answered', newest }

    const emailId = await sendEmail(
      { ...deps, tx },
      {
        kind: 'message-reply',
        ids: { contactMessageId: messageId, replyId: id },
        recipient: message.email,
        sendAt: now + undoOfferMs,
      },
    )
    if (emailId === undefined) throw new Error('a reply has no limit')
    await tx
      .insertInto('messageReplies')
      .values({ id, messageId, emailId, text, sentBy: actor.who, sentAt: now })
      .execute()
    const closed = deps.emailsLeave && message.handledAt === null
    if (closed) await setHandled(tx, messageId, now)
    await recordAct({ ...deps, tx }, actor, { act: 'message.replied', record: `message:${messageId}` })
    return { ok: true, closed }
  })

/**
 * Takes a reply back that no worker has begun to send, and returns its text, and the newest reply that is left; undefined
 * when it is too late. `reopen`: it closed the message.
 */
export const undoReply = (
  deps: Pick<Deps, 'database' | 'queue' | 'vault'>,
  actor: Actor,
  { id, messageId, reopen }: { id: string; messageId: string; reopen: boolean },
) =>
  deps.database.transaction(async (tx) => {
    if (!(await deleteUnsent({ ...deps, tx }, 'message-reply', [id, messageId]))) return undefined
    const reply = await tx.deleteFrom('messageReplies').where('id', '=', id).returning('text').executeTakeFirst()
    if (reopen) await setHandled(tx, messageId, null)
    await recordAct({ ...deps, tx }, actor, {
      act: 'message.replied',
      record: `message:${messageId}`,
      detail: 'undone',
    })
    const newest = (await listReplies({ db: tx }, messageId)).at(-1)
    return reply && { text: reply.text, newest: newest?.id }
  })

/** What the clinic answered, the oldest first. */
export const listReplies = ({ db }: { db: Db }, messageId: string) =>
  db
    .selectFrom('messageReplies')
    .select(['id', 'emailId', 'text', 'sentBy', 'sentAt'])
    .where('messageId', '=', messageId)
    .orderBy('sentAt')
    .orderBy('id')
    .execute()

/** The account of who wrote a reply. */
export const findReplyWriter = async ({ db }: Pick<Database, 'db'>, id: string) =>
  (await db.selectFrom('messageReplies').select('sentBy').where('id', '=', id).executeTakeFirst())?.sentBy

/** The text of a reply, and the Message-IDs of those before it, so that mail programs show them as one conversation. */
export async function findReply({ db }: Pick<Database, 'db'>, { id, messageId }: { id: string; messageId: string }) {
  const replies = await listReplies({ db }, messageId)
  const position = replies.findIndex((one) => one.id === id)
  const reply = replies[position]
  if (!reply) return undefined
  const earlier = replies.slice(0, position).map(({ emailId }) => emailId)
  return { text: reply.text, earlier: await findMessageIds({ db }, earlier) }
}

const findMessageToReply = (tx: Tx, id: string) =>
  tx.selectFrom('messages').select(['email', 'handledAt']).where('id', '=', id).executeTakeFirst()

const setHandled = (tx: Tx, id: string, handledAt: number | null) =>
  tx.updateTable('messages').set({ handledAt }).where('id', '=', id).execute()
