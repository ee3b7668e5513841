import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'

/** Every letter the clinic sends, with the ids from which it is rendered. Text is made when it is sent. */
export type LetterIds = {
  'newsletter-welcome': { subscriberId: string }
}
export type LetterKind = keyof LetterIds

export type Letter = {
  [Kind in LetterKind]: { id: string; kind: Kind; ids: LetterIds[Kind]; recipient: string; messageId: string }
}[LetterKind]

/**
 * Accepts a letter: it is committed with what caused it, and sent as soon as mail works.
 * Its Message-ID is fixed here, so a repeated try is recognised as the same letter (RFC 5322, 3.6.4).
 */
export async function sendLetter<Kind extends LetterKind>(
  { tx, queue, mailDomain }: { tx: Tx; queue: Queue; mailDomain: string },
  { kind, ids, recipient }: { kind: Kind; ids: LetterIds[Kind]; recipient: string },
) {
  const id = randomUUID()
  await tx
    .insertInto('letters')
    .values({
      id,
      kind,
      ids: JSON.stringify(ids),
      recipient,
      message_id: `<${id}@${mailDomain}>`,
      state: 'waiting',
      created_at: Date.now(),
    })
    .execute()
  await queue.enqueue(tx, 'send-letter', { letterId: id })
}

/** The letter, as long as it still waits to be sent. */
export async function findWaitingLetter({ db }: Pick<Database, 'db'>, id: string): Promise<Letter | undefined> {
  const row = await db
    .selectFrom('letters')
    .select(['id', 'kind', 'ids', 'recipient', 'message_id'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row && ({ ...row, ids: JSON.parse(row.ids), messageId: row.message_id } as unknown as Letter)
}

/** `kept`: the transport is the outbox itself, so nothing left the house. */
export async function recordSent(
  { transaction }: Database,
  id: string,
  sent: { state: 'sent' | 'kept'; subject: string; raw: Uint8Array; now: number },
) {
  await transaction((tx) =>
    tx
      .updateTable('letters')
      .set({ state: sent.state, subject: sent.subject, raw: sent.raw, sent_at: sent.now, last_error: null })
      .where('id', '=', id)
      .execute(),
  )
}

export async function recordFailure({ transaction }: Database, id: string, reason: string) {
  await transaction((tx) =>
    tx.updateTable('letters').set({ state: 'failed', last_error: reason }).where('id', '=', id).execute(),
  )
}
