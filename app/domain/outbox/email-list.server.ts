import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { paginate, type Cursor } from '#app/domain/shared/cursor.ts'
import { escapeLike } from '#app/domain/shared/search-text.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { EmailList, EmailRow } from './email-list.ts'
import type { EmailKind } from './email-kinds.ts'

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
/** At most this many emails are searched for one page; the next page continues after them. */
const mostSearched = 10_000

/** A page of emails, the newest first. With a filter it may have few or no rows although more pages follow. */
export async function listEmails(
  { db }: Pick<Database, 'db'>,
  list: EmailList,
  from: Cursor | undefined,
  filter: EmailFilter = {},
  most = mostSearched,
) {
  // State by state, since the index is ordered by time within a state.
  const isFiltered = filter.kind !== undefined || (filter.words ?? []).length > 0
  const ends = isFiltered ? await Promise.all(states[list].map((state) => endOfSearch(db, state, from, most))) : []
  // Emails of another state after this end belong on the next page.
  const end = ends.flatMap((place) => place ?? []).toSorted(byNewest)[0]
  const pages = await Promise.all(states[list].map((state) => emailsIn(db, state, { from, end, filter })))
  const rows = pages.flat().toSorted((one, other) => byNewest(toPlace(one), toPlace(other)))
  const { page, next } = paginate(rows, pageSize, toPlace)
  return { emails: page, next: next ?? end }
}

const toPlace = ({ createdAt: at, id }: EmailRow): Cursor => ({ at, id })
const byNewest = (one: Cursor, other: Cursor) => other.at - one.at || (one.id < other.id ? 1 : -1)

/** The last email that is searched, if more follow; read from the index alone. */
async function endOfSearch(db: Database['db'], state: EmailState, from: Cursor | undefined, most: number) {
  const last = await emailsAfter(db, state, from)
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
  const rows = await emailsAfter(db, state, from)
    .select(['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'handledAt', 'lastError'])
    .$if(end !== undefined, (query) => query.where(sql<boolean>`(created_at, id) >= (${end?.at}, ${end?.id})`))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .where((email) => email.and((filter.words ?? []).map((word) => matches(email, word))))
    .limit(pageSize + 1)
    .execute()
  return rows.map((row): EmailRow => withoutNulls(row))
}

const emailsAfter = (db: Database['db'], state: EmailState, from: Cursor | undefined) =>
  db
    .selectFrom('emails')
    .where('state', '=', state)
    // Each newsletter's own page shows its emails.
    .where('campaignId', 'is', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')

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
