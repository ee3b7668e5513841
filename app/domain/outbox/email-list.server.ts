import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { type PagePlace, readPage, type Reading } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { EmailList } from './email-list.ts'
import type { EmailKind } from './email-kinds.server.ts'

/** 'kept': the outbox was the transport. */
const states: Record<EmailList, EmailState[]> = {
  failed: ['failed'],
  waiting: ['waiting'],
  sent: ['sent', 'kept'],
  handled: ['failed'],
}
type EmailState = Tables['emails']['state']

export type EmailFilter = {
  kinds?: readonly EmailKind[] | undefined
  /** Each must be in the subject or the recipient. `kinds`: the kinds named so, for emails without a subject yet. */
  words?: { text: string; kinds: EmailKind[] }[] | undefined
}

const pageSize = 50

/** A page of emails. */
export async function listEmails(
  { db }: Pick<Database, 'db'>,
  list: EmailList,
  place: PagePlace = {},
  filter: EmailFilter = {},
) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    async (reading) => {
      // State by state, since the index is ordered by time within a state.
      const pages = await Promise.all(states[list].map((state) => listState(db, state, list, reading, filter)))
      const sign = reading.ascending ? 1 : -1
      return pages
        .flat()
        .toSorted((one, other) => sign * (one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)))
        .slice(0, reading.limit)
    },
    ({ createdAt: at, id }) => ({ at, id }),
  )
  return { emails: rows.map(withoutNulls), ...around }
}

const listState = (
  db: Database['db'],
  state: EmailState,
  list: EmailList,
  reading: Reading,
  { kinds = [], words = [] }: EmailFilter,
) =>
  db
    .selectFrom('emails')
    .select(['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'trouble', 'lastError'])
    .where('state', '=', state)
    .$if(state === 'failed', (all) => all.where('handledAt', list === 'handled' ? 'is not' : 'is', null))
    // Each newsletter's own page shows its emails.
    .where('campaignId', 'is', null)
    .$if(kinds.length > 0, (all) => all.where('kind', 'in', kinds))
    .where((email) => email.and(words.map((word) => matches(email, word))))
    .$call((all) => byTime(all, 'createdAt', reading))
    .execute()

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
