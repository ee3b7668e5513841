import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { cutPage, type PagePlace } from '#app/domain/shared/page-place.ts'
import type { LetterList, LetterRow } from './letter-list.ts'

/** `sent`: kept in the house counts as well, while the transport is the outbox. */
const statesOf: Record<LetterList, Tables['letters']['state'][]> = {
  waiting: ['waiting'],
  failed: ['failed'],
  sent: ['sent', 'kept'],
}

const pageSize = 50

/** A page of letters, the newest first. */
export async function listLetters({ db }: Pick<Database, 'db'>, list: LetterList, from: PagePlace | undefined) {
  // One state after the other, since the index holds the order of time within a state.
  const pages = await Promise.all(statesOf[list].map((state) => lettersIn(db, state, from)))
  const rows = pages.flat().toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
  const { page, next } = cutPage(rows, pageSize, ({ createdAt: at, id }) => ({ at, id }))
  return { letters: page, next }
}

async function lettersIn(db: Database['db'], state: Tables['letters']['state'], from: PagePlace | undefined) {
  const rows = await db
    .selectFrom('letters')
    .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'sent_at', 'handled_at', 'last_error'])
    .where('state', '=', state)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return rows.map((row): LetterRow => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject ?? undefined,
    createdAt: row.created_at,
    sentAt: row.sent_at ?? undefined,
    handledAt: row.handled_at ?? undefined,
    lastError: row.last_error ?? undefined,
  }))
}
