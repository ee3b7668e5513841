import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { paginate, type Cursor } from '#app/domain/shared/cursor.ts'
import { hasWordWith } from '#app/domain/shared/name-search.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { InboxList, InboxMessage } from './inbox.ts'

const pageSize = 25

/** A page of the inbox, the newest first. */
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
  return { messages: page.map(withoutNulls), next }
}

/** The newest messages by the beginning of a word in the sender's name, or of the email address. Without their text. */
export function searchMessages({ db }: Pick<Database, 'db'>, typed: string, most: number) {
  const text = typed.trim()
  return db
    .selectFrom('messages')
    .select(['id', 'name', 'sentAt'])
    .where((row) =>
      row.or([
        hasWordWith(row.ref('name'), text),
        sql<boolean>`email like ${`${escapeLike(text.toLowerCase())}%`} escape '\\'`,
      ]),
    )
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export const listOldestWaitingMessages = ({ db }: Pick<Database, 'db'>, most: number) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('handledAt', 'is', null)
    .orderBy('sentAt')
    .orderBy('id')
    .limit(most)
    .execute()

export async function countMessages({ db }: Pick<Database, 'db'>): Promise<Record<InboxList, number>> {
  const { all, handled } = await db
    .selectFrom('messages')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('handledAt').as('handled')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(all) - Number(handled), handled: Number(handled) }
}

export const countWaitingMessages = async (database: Pick<Database, 'db'>) => (await countMessages(database)).waiting

export async function findInboxMessage({ db }: Pick<Database, 'db'>, id: string): Promise<InboxMessage | undefined> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}

/** Marks a message as answered, or reopens it. Returns false when there is no such message. */
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
    if (numUpdatedRows === 0n) return (await findInboxMessage({ db: tx }, id)) !== undefined
    const act = handled ? 'message.handled' : 'message.reopened'
    await recordAct({ tx, vault }, actor, { act, record: `message:${id}` })
    return true
  })
