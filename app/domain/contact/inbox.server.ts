import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { paginate, type Cursor } from '#app/domain/shared/cursor.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { InboxList, InboxMessage } from './inbox.ts'

const pageSize = 25

/** A page of the inbox, the newest first: the messages that wait to be handled, or those that are. */
export async function listMessages({ db }: Pick<Database, 'db'>, list: InboxList, from: Cursor | undefined) {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('handledAt', list === 'waiting' ? 'is' : 'is not', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(sent_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { page, next } = paginate(rows, pageSize, ({ sentAt: at, id }) => ({ at, id }))
  return { messages: page.map(messageOf), next }
}

/** Those that wait the longest for an answer. */
export async function oldestWaitingMessages({ db }: Pick<Database, 'db'>, most: number) {
  const waiting = db.selectFrom('messages').selectAll().where('handledAt', 'is', null)
  return (await waiting.orderBy('sentAt').orderBy('id').limit(most).execute()).map(messageOf)
}

export async function countMessages({ db }: Pick<Database, 'db'>): Promise<Record<InboxList, number>> {
  const [waiting, handled] = await Promise.all([countWaitingMessages({ db }), countWhere(db, 'is not')])
  return { waiting, handled }
}

/** How many messages wait to be answered. */
export const countWaitingMessages = ({ db }: Pick<Database, 'db'>) => countWhere(db, 'is')

async function countWhere(db: Database['db'], handledAt: 'is' | 'is not') {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('handledAt', handledAt, null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function openMessage({ db }: Pick<Database, 'db'>, id: string): Promise<InboxMessage | undefined> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  return row && messageOf(row)
}

/**
 * The clinic has answered the message, or needs not to; or it takes that back. Twice the same changes nothing. Answers
 * false when there is no such message.
 */
export const handleMessage = (
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { id, handled, now }: { id: string; handled: boolean; now: number },
) =>
  database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('messages')
      .set({ handledAt: handled ? now : null })
      .where('id', '=', id)
      .where('handledAt', handled ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return (await openMessage({ db: tx }, id)) !== undefined
    const act = handled ? 'message.handled' : 'message.reopened'
    await recordAct({ tx, vault }, actor, { act, record: `message:${id}` })
    return true
  })

const messageOf = ({ sentAt, handledAt, ...row }: Row): InboxMessage => ({
  ...row,
  sentAt,
  handledAt: handledAt ?? undefined,
})

type Row = { id: string; name: string; email: string; text: string; sentAt: number; handledAt: number | null }
