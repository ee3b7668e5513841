import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { paginate, type Cursor } from '#app/domain/shared/cursor.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { EmailList } from './email-list.ts'
import type { EmailKind } from './email-kinds.server.ts'

/** 'kept': the outbox was the transport. */
const states: Record<EmailList, EmailState[]> = {
  waiting: ['waiting'],
  failed: ['failed'],
  sent: ['sent', 'kept'],
}
type EmailState = Tables['emails']['state']

export type EmailFilter = {
  kind?: EmailKind | undefined
  /** Each must be in the subject or the recipient. `kinds`: the kinds named so, for emails without a subject yet. */
  words?: { text: string; kinds: EmailKind[] }[] | undefined
}

const pageSize = 50

/** A page of emails, the newest first. */
export async function listEmails(
  { db }: Pick<Database, 'db'>,
  list: EmailList,
  from: Cursor | undefined,
  filter: EmailFilter = {},
) {
  // State by state, since the index is ordered by time within a state.
  const pages = await Promise.all(states[list].map((state) => listState(db, state, from, filter)))
  const rows = pages.flat().toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
  const { page, next } = paginate(rows, pageSize, ({ createdAt: at, id }) => ({ at, id }))
  return { emails: page, next }
}

async function listState(
  db: Database['db'],
  state: EmailState,
  from: Cursor | undefined,
  { kind, words = [] }: EmailFilter,
) {
  const rows = await db
    .selectFrom('emails')
    .select(['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'handledAt', 'lastError'])
    .where('state', '=', state)
    // Each newsletter's own page shows its emails.
    .where('campaignId', 'is', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where((email) => email.and(words.map((word) => matches(email, word))))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return rows.map(withoutNulls)
}

/** SQLite lowers only ASCII, so the subject is also compared as typed. */
function matches(
  email: ExpressionBuilder<Tables, 'emails'>,
  { text, kinds }: { text: string; kinds: EmailKind[] },
): Expression<SqlBool> {
  const [typed, lower] = [text, text.toLowerCase()].map((one) => `%${escapeLike(one)}%`)
  return email.or([
    sql<SqlBool>`lower(recipient) like ${lower} escape '\\'`,
    sql<SqlBool>`lower(subject) like ${lower} escape '\\'`,
    sql<SqlBool>`subject like ${typed} escape '\\'`,
    ...(kinds.length > 0 ? [email.and([email('subject', 'is', null), email('kind', 'in', kinds)])] : []),
  ])
}
