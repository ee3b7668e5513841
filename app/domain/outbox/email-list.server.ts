import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { paginate, type Cursor } from '#app/domain/shared/cursor.ts'
import { escapeLike } from '#app/domain/shared/search-text.ts'
import type { EmailList, EmailRow } from './email-list.ts'
import type { EmailKind } from './email-kinds.ts'

/** `sent`: kept in the house counts as well, while the transport is the outbox. */
const statesOf: Record<EmailList, EmailState[]> = {
  waiting: ['waiting'],
  failed: ['failed'],
  sent: ['sent', 'kept'],
}
type EmailState = Tables['emails']['state']

export type EmailFilter = {
  kind?: EmailKind | undefined
  /** Each stands in the subject or the recipient; `kinds` are those called so, for emails without a subject as yet. */
  words?: { text: string; kinds: EmailKind[] }[] | undefined
}

const pageSize = 50
/** More emails than these are not searched for one page; the next goes on behind them. */
const mostSearched = 10_000

/** A page of emails, the newest first. With a filter it may have few rows, or none, and others follow all the same. */
export async function listEmails(
  { db }: Pick<Database, 'db'>,
  list: EmailList,
  from: Cursor | undefined,
  filter: EmailFilter = {},
  most = mostSearched,
) {
  // One state after the other, since the index holds the order of time within a state.
  const states = statesOf[list]
  const isFiltered = filter.kind !== undefined || (filter.words ?? []).length > 0
  const ends = isFiltered ? await Promise.all(states.map((state) => endOfSearch(db, state, from, most))) : []
  // Emails of another state beyond it come after what was not looked at here, so they wait for the next page.
  const end = ends.flatMap((place) => place ?? []).toSorted(newestFirst)[0]
  const pages = await Promise.all(states.map((state) => emailsIn(db, state, { from, end, filter })))
  const rows = pages.flat().toSorted((one, other) => newestFirst(placeOf(one), placeOf(other)))
  const { page, next } = paginate(rows, pageSize, placeOf)
  return { emails: page, next: next ?? end }
}

const placeOf = ({ createdAt: at, id }: EmailRow): Cursor => ({ at, id })
const newestFirst = (one: Cursor, other: Cursor) => other.at - one.at || (one.id < other.id ? 1 : -1)

/** The last email that is searched, when more follow; read from the index alone. */
async function endOfSearch(db: Database['db'], state: EmailState, from: Cursor | undefined, most: number) {
  const last = await below(db, state, from)
    .select(['createdAt as at', 'id'])
    .offset(most - 1)
    .limit(2)
    .execute()
  return last.length > 1 ? last[0] : undefined
}

async function emailsIn(
  db: Database['db'],
  state: EmailState,
  { from, end, filter }: { from: Cursor | undefined; end: Cursor | undefined; filter: EmailFilter },
) {
  const rows = await below(db, state, from)
    .select(['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'handledAt', 'lastError'])
    .$if(end !== undefined, (query) => query.where(sql<boolean>`(created_at, id) >= (${end?.at}, ${end?.id})`))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .where((email) => email.and((filter.words ?? []).map((word) => isIn(email, word))))
    .limit(pageSize + 1)
    .execute()
  return rows.map((row): EmailRow => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject ?? undefined,
    createdAt: row.createdAt,
    sentAt: row.sentAt ?? undefined,
    handledAt: row.handledAt ?? undefined,
    lastError: row.lastError ?? undefined,
  }))
}

const below = (db: Database['db'], state: EmailState, from: Cursor | undefined) =>
  db
    .selectFrom('emails')
    .where('state', '=', state)
    // A newsletter's own page says what became of its emails.
    .where('campaignId', 'is', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')

/** SQLite knows lower case of ASCII only, so a subject also counts as typed. */
function isIn(
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
