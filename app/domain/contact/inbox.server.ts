import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { hasWordWith } from '#app/domain/shared/name-search.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { type InboxList, type InboxMessage, inboxLists } from './inbox.ts'

const pageSize = 25

/** `who`: the account of the person who looks. */
type View = { who: string; now: number }

/** A page of the inbox. */
export async function listMessages({ db }: Pick<Database, 'db'>, list: InboxList, view: View, place: PagePlace = {}) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    (reading) =>
      db
        .selectFrom('messages')
        .selectAll()
        .where((message) => isIn(message, list, view))
        .$call((all) => byTime(all, 'sentAt', reading))
        .execute(),
    ({ sentAt: at, id }) => ({ at, id }),
  )
  return { messages: rows.map(withoutNulls), ...around }
}

function isIn(message: ExpressionBuilder<Tables, 'messages'>, list: InboxList, { who, now }: View) {
  if (list === 'handled') return message('handledAt', 'is not', null)
  if (list === 'snoozed') return message.and([message('handledAt', 'is', null), message('snoozedUntil', '>', now)])
  const isAwake = message.or([message('snoozedUntil', 'is', null), message('snoozedUntil', '<=', now)])
  return message.and([
    message('handledAt', 'is', null),
    isAwake,
    ...(list === 'mine' ? [message('assignedTo', '=', who)] : []),
  ])
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

/** For the audit trail, whose entries have no names. */
export const listSenders = (db: Db, ids: readonly string[]) =>
  db.selectFrom('messages').select(['id', 'name']).where('id', 'in', ids).execute()

/** The latest messages from these addresses, without their text. */
export const listMessagesFrom = ({ db }: Pick<Database, 'db'>, emails: readonly string[]) =>
  db
    .selectFrom('messages')
    .select(['id', 'name', 'sentAt'])
    .where('email', 'in', emails)
    .orderBy('sentAt', 'desc')
    .limit(50)
    .execute()

export const listOldestWaitingMessages = ({ db }: Pick<Database, 'db'>, { most, now }: { most: number; now: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where((message) => isIn(message, 'waiting', { who: '', now }))
    .orderBy('sentAt')
    .orderBy('id')
    .limit(most)
    .execute()

export async function countMessages({ db }: Pick<Database, 'db'>, view: View): Promise<Record<InboxList, number>> {
  const counts = await db
    .selectFrom('messages')
    .select((message) =>
      inboxLists.map((list) =>
        message.fn
          .countAll<number>()
          .filterWhere(isIn(message, list, view))
          .as(list),
      ),
    )
    .executeTakeFirstOrThrow()
  const { waiting, mine, snoozed, handled } = counts as Record<InboxList, number>
  return { waiting: Number(waiting), mine: Number(mine), snoozed: Number(snoozed), handled: Number(handled) }
}

export const countWaitingMessages = async (database: Pick<Database, 'db'>, now: number) =>
  (await countMessages(database, { who: '', now })).waiting

export async function findInboxMessage({ db }: Pick<Database, 'db'>, id: string): Promise<InboxMessage | undefined> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}

type Deps = { database: Database; vault: Vault }
type Change = { handled: boolean; now: number }

/** Marks messages as answered, or reopens them. Returns those that were not so before. */
export const handleMessages = (
  { database, vault }: Deps,
  actor: Actor,
  { ids, handled, now }: Change & { ids: string[] },
) =>
  database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('messages')
      .set({ handledAt: handled ? now : null })
      .where('id', 'in', ids)
      .where('handledAt', handled ? 'is' : 'is not', null)
      .returning('id')
      .execute()
    const act = handled ? 'message.handled' : 'message.reopened'
    for (const { id } of changed) await recordAct({ tx, vault }, actor, { act, record: `message:${id}` })
    return changed.map(({ id }) => id)
  })

/** The same for one message. Returns false when there is no such message. */
export async function handleMessage(deps: Deps, actor: Actor, { id, ...change }: Change & { id: string }) {
  const changed = await handleMessages(deps, actor, { ...change, ids: [id] })
  return changed.length > 0 || (await findInboxMessage(deps.database, id)) !== undefined
}
